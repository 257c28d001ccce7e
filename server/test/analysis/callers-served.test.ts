import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTestService } from '../harness.ts';

it('notifies workers when there are callers, and when there are none', async () => {
  const service = await startTestService();
  let notices = 0;
  const unsubscribe = service.deps.notices.subscribe('callers_served', () => {
    notices += 1;
  });
  await expect
    .poll(
      async () => {
        for (let request = 0; request < 50; request += 1) await service.request({ url: '/categories' });
        return notices;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBeGreaterThan(0);
  await wait(2500); // until the count has been announced
  notices = 0;
  for (let request = 0; request < 5; request += 1) await service.request({ url: '/categories' });
  await wait(2500);
  expect(notices).toBe(0);
  unsubscribe();
  await service.end();
});

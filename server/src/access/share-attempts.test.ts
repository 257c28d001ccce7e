import { expect, it } from 'vitest';
import { shareAttempts } from './share-attempts.ts';

it('makes one attempt for concurrent callers, and another for later ones', async () => {
  let attempts = 0;
  const ask = shareAttempts(async () => {
    attempts += 1;
    await new Promise(setImmediate);
    return attempts;
  }, 1000);
  expect(await Promise.all(Array.from({ length: 100 }, ask))).toEqual(Array.from({ length: 100 }, () => 1));
  expect(await ask()).toBe(2);
});

it('remembers a failure for some time, then tries again', async () => {
  let [attempts, now] = [0, 0];
  const ask = shareAttempts(
    async () => {
      attempts += 1;
      throw new Error(`attempt ${attempts}`);
    },
    1000,
    () => now,
  );
  for (let asked = 0; asked < 500; asked += 1) await expect(ask()).rejects.toThrow('attempt 1');
  now = 1000;
  await expect(ask()).rejects.toThrow('attempt 2');
});

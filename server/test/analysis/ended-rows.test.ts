import { expect, it } from 'vitest';
import { insertItems } from '../../src/store/analysis/items.ts';
import { sweeper } from '../../src/worker/sweep.ts';
import { draft, startTestService } from '../harness.ts';
import { countRows, MANY, queueRun } from '../http/analysis/steps.ts';

it('sweeps rows of failed and canceled runs, and keeps those of others', async () => {
  const service = await startTestService(MANY);
  const { writes } = service.deps.db;
  await service.create([draft()]);
  for (const status of ['queued', 'running', 'succeeded', 'failed', 'canceled']) {
    const { id } = await queueRun(service);
    await insertItems(writes, id, [{ rank: 0, shard: 0, question_ids: [null], versions: [null], bodies: ['{}'] }]);
    await writes.query({ text: 'update analyses set status = $2 where id = $1', values: [id, status] });
  }
  await sweeper(service.deps, { warn: () => {} })();
  expect(await countRows(service, 'analysis_items')).toBe(3);
});

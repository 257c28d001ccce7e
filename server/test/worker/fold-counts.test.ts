import { expect, it } from 'vitest';
import { countFolder } from '../../src/worker/fold-counts.ts';
import { draft, startTestService } from '../harness.ts';

const service = await startTestService();
const { writes } = service.deps.db;

async function sizeOfDeltas(): Promise<number> {
  const { rows } = await writes.query<{ size: string }>("select pg_relation_size('question_count_deltas') as size");
  return Number(rows[0]?.size);
}

it('leaves no dead rows for totals to read past after a burst of writes', async () => {
  const fold = countFolder(writes);
  for (let round = 0; round < 3; round += 1)
    await service.create(Array.from({ length: 1000 }, (_, at) => draft({ topic_focus: `Topic ${round} ${at}` })));
  expect(await sizeOfDeltas()).toBeGreaterThan(0);

  await fold();

  expect(await sizeOfDeltas()).toBe(0);
});

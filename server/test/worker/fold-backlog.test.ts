import pg from 'pg';
import { expect, it } from 'vitest';
import { foldQuestionCounts } from '../../src/store/questions/counts.ts';
import { listWrongBlocks, listWrongTopics } from '../../src/store/verification/verification.ts';
import { countFolder } from '../../src/worker/fold-counts.ts';
import { draft, startTestService } from '../harness.ts';
import { addDeltas, countDeltas } from './deltas.ts';

/** By hand: FOLD_DELTAS=50000000 npx vitest run --config server/vitest.config.ts test/worker/fold-backlog */
const DELTAS = Number(process.env['FOLD_DELTAS'] ?? 300_000);
/** With 200 ms, 300,000 deltas correspond to 8 M with the default of 15 s: too many for one statement. */
const service = await startTestService({ WRITE_TIMEOUT_MS: '200' });
const { db } = service.deps;

it(
  'folds a backlog that no statement could fold within its time limit',
  async () => {
    await service.create([draft(), draft({ topic_focus: 'Planets' })]);
    await addDeltas(service, DELTAS, 100_000);
    const start = performance.now();
    await countFolder(db.writes)();
    const seconds = (performance.now() - start) / 1000;
    if (DELTAS > 1e6) process.stdout.write(`${DELTAS} deltas folded and vacuumed in ${seconds.toFixed(1)} s\n`);
    expect(await countDeltas(service)).toBe(0);
    expect(await listWrongBlocks(db.reads)).toEqual([]);
    expect(await listWrongTopics(db.reads)).toEqual([]);
  },
  DELTAS / 10 + 60_000,
);

it('shows every snapshot either a delta or its effect', async () => {
  await addDeltas(service, 200_000, 50);
  const expected = await countReady();
  const folding = countFolder(db.writes)();
  const seen = new Set<number>();
  let folded = false;
  void folding.finally(() => {
    folded = true;
  });
  while (!folded) seen.add(await countReady());
  await folding;
  expect([...seen]).toEqual([expected]);
  expect(await countDeltas(service)).toBe(0);
});

async function countReady(): Promise<number> {
  const reply = await service.request({ url: '/questions?limit=1' });
  return reply.json<{ pagination: { total: number } }>().pagination.total;
}

it('folds in one process at a time', async () => {
  await addDeltas(service, 2, 1);
  const other = new pg.Client({ connectionString: service.databaseUrl });
  await other.connect();
  await other.query('begin');
  expect(await foldQuestionCounts(other)).toBe(2);
  await addDeltas(service, 2, 1);
  expect(await foldQuestionCounts(db.writes)).toBe(0);
  await other.query('commit');
  await other.end();
  expect(await foldQuestionCounts(db.writes)).toBe(2);
});

it('reads no page twice, so that folded deltas cost a later batch nothing', async () => {
  await addDeltas(service, 100_000, 1);
  const { rows } = await db.writes.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) delete from question_count_deltas where ctid >= '(512,0)'::tid and ctid < '(1024,0)'::tid`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Tid Range Scan');
});

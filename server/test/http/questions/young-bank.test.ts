import { expect, it } from 'vitest';
import { analyseTables } from '../../../src/worker/analyse-tables.ts';
import { draft, startTestService } from '../../harness.ts';

const service = await startTestService();
/**
 * The number of questions per tag, all in one cell: without statistics, the planner cannot tell apart the indexes that
 * begin with the cell.
 */
const COUNT = 30_000;

it('reads questions by tag quickly even before PostgreSQL has statistics', { timeout: 300_000 }, async () => {
  for (const table of ['questions', 'question_tags'])
    await service.deps.db.writes.query({ text: `alter table ${table} set (autovacuum_enabled = false)` });
  for (const tag of ['first', 'second']) {
    for (let from = 0; from < COUNT; from += 1000)
      await service.create(
        Array.from({ length: 1000 }, (_, index) =>
          draft({ question_text: `Which number is ${from + index} of the ${tag}?`, tags: [tag] }),
        ),
      );
    const exported = await service.request({ url: `/questions/export?format=jsonl&tag=${tag}` });
    expect(exported.statusCode, exported.body.slice(0, 500)).toBe(200);
    expect(exported.body.trimEnd().split('\n')).toHaveLength(COUNT);
    for (const url of [`/questions?tag=${tag}&limit=1000`, `/questions/random?tag=${tag}&count=100`]) {
      const reply = await service.request({ url });
      expect(reply.statusCode, reply.body.slice(0, 500)).toBe(200);
    }
  }
});

it('has statistics as soon as the worker has seen a large load', async () => {
  const { db } = service.deps;
  expect(await expectedRows()).toBeLessThan(COUNT);
  const { signal } = new AbortController();
  // A connection tells PostgreSQL how much it wrote up to a second later.
  await expect.poll(() => analyseTables(db, signal), { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await expectedRows()).toBeGreaterThan(1.5 * COUNT);
});

/** Of all 2 × COUNT questions. */
async function expectedRows(): Promise<number> {
  const { rows } = await service.deps.db.reads.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
    text: `explain (format json) select from questions where status = 'ready' and deleted_at is null`,
  });
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

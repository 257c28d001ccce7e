import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { deleteAuditBefore } from '../../src/store/audit.ts';
import type { Pool } from '../../src/store/database/database.ts';
import { sweepSteps } from '../../src/worker/sweep-steps.ts';
import { startTestService } from '../harness.ts';

const service = await startTestService();
const client = new pg.Client({ connectionString: service.databaseUrl });
await client.connect();
afterAll(() => client.end());
// If a table is still read completely, it has no index for the statement.
await client.query('set enable_seqscan = off');

const plans: string[] = [];
/** Explains every statement instead of running it. */
const explaining = {
  query: async ({ text, values }: pg.QueryConfig) => {
    if (text.startsWith('select set_config')) return { rows: [], rowCount: 0 };
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({
      text: `explain (costs off) ${text}`,
      ...(values !== undefined && { values }),
    });
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return { rows: [], rowCount: 0 };
  },
} as unknown as Pool;

const steps = sweepSteps({ ...service.deps, db: { ...service.deps.db, writes: explaining } }).map((step) =>
  step.name === 'audit log'
    ? { ...step, run: (now: Date, limit: number) => deleteAuditBefore(explaining, now, limit) }
    : step,
);

it.each(steps)('finds $name by an index', async ({ run }) => {
  plans.length = 0;
  await run(new Date(), 5000);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).not.toContain('Seq Scan');
    expect(filteredScans(plan)).toEqual([]);
  }
});

/** Indexes that are read from end to end to filter their rows, because they do not begin with a column of the condition. */
function filteredScans(plan: string): string[] {
  const nodes = plan.split(/\n\s*->\s+|^/u);
  // There are at most a few thousand categories.
  const isScan = (node: string) => /^(?:Index|Index Only|Bitmap Index) Scan (?!.* on categories\b)/u.test(node);
  return nodes.filter((node) => isScan(node) && node.includes('Filter:') && !node.includes('Index Cond:'));
}

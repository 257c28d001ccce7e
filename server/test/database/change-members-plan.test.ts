import { beforeAll, expect, it } from 'vitest';
import { filterConditions, filterSource, Values } from '../../src/store/questions/conditions.ts';
import { analyzeBank, insertBulkRows } from '../bulk-rows.ts';
import { startTestService } from '../harness.ts';

const CHANGE = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';
const MEMBERS = 500;

const service = await startTestService();
const { writes } = service.deps.db;

beforeAll(async () => {
  await insertBulkRows(writes, { count: 20_000 });
  await writes.query({
    text: `insert into changes (id, kind, actor, count, status) values ($1, 'import', 'test', ${MEMBERS}, 'succeeded')`,
    values: [CHANGE],
  });
  // The oldest questions, which a walk from the newest would meet last, and many chunks, which PostgreSQL takes for
  // many members.
  await writes.query({
    text: `insert into change_chunks (change_id, number, question_ids, versions)
           select $1, row_number() over (order by position), array[id], array[1] from questions order by position limit ${MEMBERS}`,
    values: [CHANGE],
  });
  await analyzeBank(writes);
});

it.each(['position desc', 'updated_at desc, position desc', 'difficulty, position'])(
  'looks up only the members of a change for a page ordered by %s',
  async (order) => {
    const values = new Values();
    const filter = { change_id: CHANGE, status: ['draft', 'ready'] } as const;
    const where = filterConditions(filter, service.deps.categories.current, values);
    const { rows } = await writes.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, timing off) select body from ${filterSource(filter, values)} where ${where} order by ${order} limit 21`,
      values: values.list,
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(new RegExp(`Index Scan using questions_pkey on questions .* loops=${MEMBERS}\\)`, 'u'));
  },
);

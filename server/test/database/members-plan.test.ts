import { beforeAll, describe, expect, it } from 'vitest';
import type { QuestionFilter } from '../../src/domain/questions/filter.ts';
import { filterConditions, filterSource, Values } from '../../src/store/questions/conditions.ts';
import { analyzeBank, insertBulkRows } from '../bulk-rows.ts';
import { startTestService } from '../harness.ts';

const CHANGE = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';
const PERSON = '01a1dcb4-4c4a-75f8-b904-7e31f36f1182';
const ANALYSIS = '01a1dcb4-4c4a-75f8-b904-7e31f36f1183';
const MEMBERS = 500;
const FEW = 50;

const service = await startTestService();
const { writes } = service.deps.db;
// The oldest questions, which a walk from the newest would meet last.
const oldest = (count: number) => `(select id, position from questions order by position limit ${count}) oldest`;

beforeAll(async () => {
  await insertBulkRows(writes, { count: 20_000 });
  await writes.query({
    text: `insert into changes (id, kind, actor, count, status) values ($1, 'import', 'test', ${MEMBERS}, 'succeeded')`,
    values: [CHANGE],
  });
  // Many chunks, which PostgreSQL takes for many members.
  await writes.query({
    text: `insert into change_chunks (change_id, number, question_ids, versions)
           select $1, row_number() over (order by position), array[id], array[1] from ${oldest(MEMBERS)}`,
    values: [CHANGE],
  });
  // Two for each question, among those of others and those that are done.
  await writes.query({
    text: `insert into assignments (id, question_id, person, created_at, updated_at, done_at, analysis_type, created_by)
           select gen_random_uuid(), id, case when kind = 'duplicates' then gen_random_uuid() else $1 end, now(), now(),
                  case when kind = 'coverage' then now() end, kind, 'test'
             from ${oldest(MEMBERS)}, unnest(array['topics', 'item_flaws', 'coverage', 'duplicates']) as kind
            where kind in ('coverage', 'duplicates') or position <= (select max(position) from ${oldest(FEW)})`,
    values: [PERSON],
  });
  await writes.query(`
    insert into comments (id, question_id, created_at, updated_at, author, resolved_by, text)
    select gen_random_uuid(), id, now(), now(), 'test', case when n > 2 then 'test' end, 'Is that so?'
      from ${oldest(FEW)}, generate_series(1, 400) n`);
  await writes.query({
    text: `insert into analyses (id, created_at, expires_at, status, phase, analysis_type, engine_version, owner, fingerprint, items_id, parameters)
           values ($1, now(), now() + interval '1 day', 'succeeded', 'done', 'topics', '1', 'test', '', $1, '{}')`,
    values: [ANALYSIS],
  });
  // Chunks of five rows, each with one row about no question.
  await writes.query({
    text: `insert into analysis_items (items_id, rank, shard, count, question_ids, versions, bodies)
           select $1, 0, n / 5, 6, array_agg(id) || null::uuid, array_agg(1) || null::integer, array_agg('{}'::text) || '{}'::text
             from (select id, row_number() over () as n from ${oldest(FEW)}) numbered group by n / 5`,
    values: [ANALYSIS],
  });
  await writes.query('analyze analysis_items');
  await analyzeBank(writes);
  await writes.query('vacuum analyze assignments');
  await writes.query('vacuum analyze comments');
});

async function explain(filter: QuestionFilter, order: string): Promise<string> {
  const values = new Values();
  const where = filterConditions(filter, service.deps.categories.current, values);
  const { rows } = await writes.query<{ 'QUERY PLAN': string }>({
    text: `explain (analyze, timing off) select body from ${filterSource(filter, values)} where ${where} order by ${order} limit 21`,
    values: values.list,
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe.each([
  ['a change', { change_id: CHANGE }, MEMBERS],
  ['the assignments of a person', { assignee: PERSON }, FEW],
  ['the rows of an analysis', { analysis_id: ANALYSIS }, FEW + 1], // and once for the rows about no question
  ['open comments', { has_open_comments: true }, FEW],
] as const)('looks up only the members of %s', (_name, members, count) => {
  it.each(['position desc', 'updated_at desc, position desc', 'difficulty, position'])(
    'for a page ordered by %s',
    async (order) => {
      const plan = await explain({ ...members, status: ['draft', 'ready'] }, order);
      expect(plan).toMatch(new RegExp(`Index Scan using questions_pkey on questions .* loops=${count}\\)`, 'u'));
    },
  );
});

it('finds open comments in their index, without those that are resolved', async () => {
  const plan = await explain({ has_open_comments: true }, 'position desc');
  expect(plan).toMatch(
    new RegExp(`Index Only Scan using comments_open on comments .* rows=${2 * FEW}(?:\\.00)? `, 'u'),
  );
});

import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { listWrongBlocks, listWrongTags } from '../../src/store/verification/verification.ts';
import { startTestService } from '../harness.ts';

const ROWS = 15_000;
const TIMED = { timeout: 300_000, tags: ['times'] };
const service = await startTestService();
const connections: pg.Client[] = [];
afterAll(() => Promise.all(connections.map((client) => client.end())));

async function connect(): Promise<(text: string) => Promise<number>> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  connections.push(client);
  return async (text) => {
    const start = performance.now();
    await client.query(text);
    return performance.now() - start;
  };
}

const BULK = `update questions set status = case status when 'ready' then 'draft' else 'ready' end::question_status`;
const single = (position: number) => `update questions set tags = array['n' || position] where position = ${position}`;

const fill = await connect();
await fill(
  `insert into questions (id, created_at, updated_at, version, status, category_id, difficulty, body_version, question_text, correct_answer,
                          accepted_answers, incorrect_answers, tags, language, updated_by, body)
   select gen_random_uuid(), now(), now(), 1, 'ready', 1, 1, 1, 'Question ' || n, 'Answer', '{}', '{}', array['tag ' || n % 1000, 'all'], 'en', 'test', '{}'
     from generate_series(1, ${ROWS}) n`,
);

it(
  'plans the updates of tags and counts for the current statement, not for the first one of the connection',
  TIMED,
  async () => {
    const [fresh, used] = [await connect(), await connect()];
    await fresh(BULK); // the first one also reads cold data
    const alone = await fresh(BULK);
    for (let position = 1; position <= 6; position += 1) await used(single(position));
    const afterSingle = await used(BULK);
    expect(afterSingle / alone).toBeLessThan(4);
    expect(await listWrongTags(service.deps.db.reads)).toEqual([]);
    expect(await listWrongBlocks(service.deps.db.reads)).toEqual([]);
  },
);

it('reads no table completely for a single change after a bulk', async () => {
  const used = await connect();
  await used(BULK);
  await used('begin');
  for (let position = 1; position <= 20; position += 1) await used(single(position));
  // Only the reads of this transaction count, since earlier ones reach the shared statistics at an arbitrary time.
  const { rows } = await (connections.at(-1) as pg.Client).query<{ read: string }>(
    `select seq_tup_read as read from pg_stat_xact_user_tables where relname = 'question_tags'`,
  );
  await used('commit');
  expect(rows).toEqual([{ read: '0' }]);
}, 300_000);

it('keeps tags correct if tags, status, deletion and nothing are changed together', async () => {
  const change = await connect();
  await change(
    `update questions
        set tags = case position % 4 when 0 then '{}' when 1 then array['new', 'new'] else tags end,
            deleted_at = case position % 5 when 0 then now() end,
            difficulty = case position % 3 when 0 then 2 else difficulty end`,
  );
  await change('delete from questions where position % 7 = 0');
  await change('update questions set deleted_at = null');
  expect(await listWrongTags(service.deps.db.reads)).toEqual([]);
  expect(await listWrongBlocks(service.deps.db.reads)).toEqual([]);
}, 300_000);

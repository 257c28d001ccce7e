import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { insertBulkRows } from '../../bulk-rows.ts';
import { draft, startTestService } from '../../harness.ts';
import { createOne, withKey } from '../common.ts';

const service = await startTestService({ READ_TIMEOUT_MS: '30000', SCAN_TIMEOUT_MS: '30000' });
await insertBulkRows(service.deps.db.writes, { count: 300 });
const { writes } = service.deps.db;

async function lockQuestions(): Promise<{ holder: pg.Client; countWaiting: () => Promise<number> }> {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table questions in access exclusive mode');
  const countWaiting = async () => {
    const { rows } = await holder.query<{ waiting: number }>(
      `select count(*)::integer as waiting from pg_locks where not granted and relation = 'questions'::regclass`,
    );
    return rows[0]?.waiting ?? 0;
  };
  return { holder, countWaiting };
}

/** Takes every connection for writes, so that none is left. */
async function holdWrites(): Promise<() => void> {
  const held = await Promise.all(Array.from({ length: 8 }, () => writes.connect()));
  return () => {
    for (const client of held) client.release();
  };
}

interface Step {
  data: { id: string }[];
  draw: { id: string; drawn: number };
}

const open = async (filter: object) =>
  (await service.request({ method: 'POST', url: '/draws', payload: { filter } })).json<{ id: string }>().id;
const next = (id: string, count = 10) =>
  service.request({ method: 'POST', url: `/draws/${id}/next`, payload: { count } });

it.each([
  ['cells', {}],
  ['a general filter', { language: 'en' }],
])('does not lock a draw while it reads, and uses no connection for writes: %s', async (_name, filter) => {
  const id = await open(filter);
  const { holder, countWaiting } = await lockQuestions();
  const taken = next(id);
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
  const { rows } = await writes.query({
    text: 'select id from draws where id = $1 for update skip locked',
    values: [id],
  });
  expect(rows).toHaveLength(1);
  expect(writes.totalCount - writes.idleCount).toBe(0);
  await holder.end();
  expect((await taken).json<Step>().draw.drawn).toBe(10);
});

it('reads a draw again if another node has advanced it, so that nobody gets a question twice', async () => {
  const id = await open({});
  const { holder, countWaiting } = await lockQuestions();
  const taken = next(id);
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
  // The other node has drawn the questions on the ring up to here.
  const { rows } = await holder.query<{ id: string }>(
    `update draws set drawn = 3, last_key = place.key, last_position = place.position
       from (select hashint8extended(position, 0) as key, position from questions, draws
              where draws.id = $1 and hashint8extended(position, 0) >= start_key
              order by 1, 2 offset 2 limit 1) place
      where draws.id = $1
     returning draws.id`,
    [id],
  );
  expect(rows).toHaveLength(1);
  const others = await holder.query<{ id: string }>(
    `select questions.id from questions, draws
      where draws.id = $1 and hashint8extended(position, 0) >= start_key order by hashint8extended(position, 0), position limit 3`,
    [id],
  );
  await holder.query('commit');
  await holder.end();
  const { data, draw } = (await taken).json<Step>();
  expect(draw.drawn).toBe(13);
  const ids = new Set(data.map((question) => question.id));
  expect(ids.size).toBe(10);
  expect(others.rows.filter((row) => ids.has(row.id))).toEqual([]);
});

it('checks an answer without a connection for writes, and stores the verdict under a key with one', async () => {
  const { id } = await createOne(service, draft());
  const check = { method: 'POST', url: `/questions/${id}/check`, payload: { answer: 'Mercury' } } as const;
  const release = await holdWrites();
  try {
    expect((await service.request(check)).json()).toMatchObject({ correct: true });
  } finally {
    release();
  }
  const keyed = withKey(check, randomUUID());
  const first = await service.request(keyed);
  await service.request({ method: 'DELETE', url: `/questions/${id}` });
  const again = await service.request(keyed);
  expect(again.body).toBe(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await service.request(check)).statusCode).toBe(404);
});

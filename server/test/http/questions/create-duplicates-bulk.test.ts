import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { draft, startTestService } from '../../harness.ts';

const BULK = 1000;
const service = await startTestService({ DATABASE_POOL_SIZE: '16' });

const post = (questions: object[], onDuplicate: string, headers = {}) =>
  service.request({ method: 'POST', url: `/questions?on_duplicate=${onDuplicate}`, payload: questions, headers });

/** Questions that share no significant word with one another. */
const fresh = (run: string) =>
  Array.from({ length: BULK }, (_, index) =>
    draft({ question_text: `Where is the town of Q${run}x${index}?`, correct_answer: `Land${run}x${index}` }),
  );

/** Counts the statements that a request sends. The service also reads its categories every second. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const count = sent.mock.calls.filter(([asked]) => (asked as { name?: string }).name !== 'list_categories').length;
  sent.mockRestore();
  return count;
}

it('looks up a thousand questions in a few statements', async () => {
  await service.deps.bankSample.current();
  const without = await countStatements(() => post(fresh('a'), 'allow'));
  const checked = await countStatements(() => post(fresh('b'), 'reject'));
  expect(checked - without).toBeLessThanOrEqual(6);
});

it('holds few locks for a long list, so that many lists at once fit into the lock table of PostgreSQL', async () => {
  let most = 0;
  let done = false;
  const watch = (async () => {
    while (!done) {
      const { rows } = await service.deps.db.reads.query<{ held: number }>(
        `select coalesce(max(held), 0)::integer as held
           from (select count(*) as held from pg_locks where locktype = 'advisory' group by pid) locks`,
      );
      most = Math.max(most, rows[0]?.held ?? 0);
    }
  })();
  const lists = Array.from({ length: 16 }, (_, run) => fresh(`c${run}x`).slice(0, 250));
  const replies = await Promise.all(lists.map((list) => post(list, 'reject')));
  done = true;
  await watch;
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(65); // 64 stripes, and one for the categories
});

it('stores each text once when ten requests send the same lists at once', async () => {
  const list = fresh('d').slice(0, 50);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      post(index % 2 === 0 ? list : [...list].reverse(), 'reject', { prefer: 'handling=lenient' }),
    ),
  );
  const stored = replies.flatMap((reply) => reply.json<{ data: { status: number }[] }>().data);
  expect(stored.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(stored.filter(({ status }) => status === 409)).toHaveLength(450);
});

it('finds the same in one lookup as one by one, in the order of the request', async () => {
  const list = fresh('e').slice(0, 300); // more than one lookup takes
  const created = await service.create([list[0], list[299]].map((question) => question as object));
  const reply = await post([...list, draft({ ...list[5] })], 'reject');
  expect(reply.statusCode).toBe(409);
  expect(reply.json<{ errors: object[] }>().errors).toEqual([
    expect.objectContaining({ pointer: '#/0', existing_id: created[0]?.id }),
    expect.objectContaining({ pointer: '#/299', existing_id: created[1]?.id }),
    expect.objectContaining({ pointer: '#/300', detail: expect.stringContaining('earlier question') }),
  ]);
});

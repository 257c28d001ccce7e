import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { requireQuota } from '../../src/operations/quotas/require-quota.ts';
import { inTransaction } from '../../src/store/database/database.ts';
import { asOperator, draft, startTestService, type TestService } from '../harness.ts';
import { countStatuses } from '../http/common.ts';
import { bearer, createKey } from '../http/credentials.ts';
import { csvOf, hasEnded, queueImport, startTestWorker, upload, waitFor } from '../http/imports/steps.ts';
import { plantPerson } from '../http/people.ts';

/** The number of concurrent requests: more than a limit allows, and as many as the pool can run at the same moment. */
const AT_ONCE = 12;
/** The number of requests that a limit still allows in these tests. */
const ROOM = 3;
const service = await startTestService({
  IMPORTS_UNFINISHED: '100000',
  ANALYSES_KEPT: String(ROOM),
  ANALYSES_UNFINISHED: '1000',
});
const { db } = service.deps;
const questions = await service.create(Array.from({ length: AT_ONCE + 1 }, () => draft()));
const questionId = (index: number) => String(questions[index]?.id);
const person = await plantPerson(service, 'editor');

/** Sends all of them at the same time, and counts the statuses of the replies. */
async function sendAtOnce(
  of: TestService,
  request: (index: number) => InjectOptions,
  headers: (index: number) => Record<string, string> = () => asOperator,
): Promise<Record<number, number>> {
  const replies = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => {
      const { headers: own, ...rest } = request(index);
      return of.request({ ...rest, headers: { ...own, ...headers(index) } });
    }),
  );
  return countStatuses(replies);
}

const post = (url: string, payload: object): InjectOptions => ({ method: 'POST', url, payload });

describe('concurrent requests', () => {
  const kept: [string, number, string, (index: number) => InjectOptions, number][] = [
    [
      'API keys',
      9999, // with the operator's token
      `insert into tokens (id, kind, name, scopes, created_by, created_at, expires_at, version, digest)
       select gen_random_uuid(), 'api_key', 'x', '{}', 'operator', now(), now(), 1, decode(md5(n::text), 'hex') from generate_series(1, $1::integer) n`,
      () => post('/tokens', { name: 'One more', scopes: ['questions:read'] }),
      201,
    ],
    [
      'OAuth clients',
      1000,
      `insert into oauth_clients (id, name, scopes, created_by, created_at, digest)
       select gen_random_uuid(), 'x', '{}', 'operator', now(), '' from generate_series(1, $1::integer)`,
      () => post('/clients', { name: 'One more', scopes: ['questions:read'] }),
      201,
    ],
    [
      'webhooks',
      100,
      `insert into webhooks (id, url, scopes, created_by, created_at, updated_at, secret, first_sequence)
       select gen_random_uuid(), '', '{}', 'operator', now(), now(), '', 0 from generate_series(1, $1::integer)`,
      () => post('/webhooks', { url: 'https://hooks.example.com/' }),
      201,
    ],
    [
      'datasets',
      1000,
      `insert into datasets (id, created_at, question_count, created_by, filter)
       select gen_random_uuid(), now(), 0, 'operator', '{}' from generate_series(1, $1::integer)`,
      () => post('/datasets', {}),
      201,
    ],
    [
      'views',
      200,
      `insert into views (id, created_at, updated_at, shared, owner, name, filter)
       select gen_random_uuid(), now(), now(), false, 'operator', '', '{}' from generate_series(1, $1::integer)`,
      () => post('/views', { name: 'One more' }),
      201,
    ],
    [
      'comments of a principal',
      20_000,
      `insert into comments (id, question_id, created_at, updated_at, author, text)
       select gen_random_uuid(), gen_random_uuid(), now(), now(), 'operator', '' from generate_series(1, $1::integer)`,
      (index) => post(`/questions/${questionId(index)}/comments`, { text: 'One more' }),
      201,
    ],
    [
      'comments of a question',
      1000,
      `insert into comments (id, question_id, created_at, updated_at, author, text)
       select gen_random_uuid(), '${questionId(0)}', now(), now(), 'others', '' from generate_series(1, $1::integer)`,
      () => post(`/questions/${questionId(0)}/comments`, { text: 'One more' }),
      201,
    ],
    [
      'assignments',
      20_000,
      `insert into assignments (id, question_id, person, created_at, updated_at, done_at, analysis_type, created_by)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), now(), now(), 'topics', 'operator' from generate_series(1, $1::integer)`,
      (index) => post('/assignments', { analysis_type: 'topics', question_id: questionId(index), person }),
      201,
    ],
    [
      'dismissed rows',
      20_000,
      `insert into dismissals (id, created_at, question_id, version, analysis_type, about, created_by)
       select gen_random_uuid(), now(), gen_random_uuid(), 1, 'topics', '{topic}', 'operator' from generate_series(1, $1::integer)`,
      (index) => post('/dismissals', { analysis_type: 'topics', question_id: questionId(index) }),
      201,
    ],
    [
      'dismissed pairs',
      20_000,
      `insert into duplicate_dismissals (id, created_at, question_a, question_b, created_by)
       select gen_random_uuid(), now(), '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'operator' from generate_series(1, $1::integer)`,
      (index) => post('/duplicates/dismissals', { question_ids: [questionId(index), questionId(index + 1)] }),
      201,
    ],
    [
      'draws',
      10_000,
      `insert into draws (id, created_at, used_at, start_key, drawn, wrapped, exhausted, owner, seed, filter)
       select gen_random_uuid(), now(), now(), 0, 0, false, false, 'operator', '', '{}' from generate_series(1, $1::integer)`,
      () => post('/draws', {}),
      201,
    ],
    [
      'imports',
      10_000,
      `insert into imports (id, created_at, uploaded_at, owner, actor, format, options)
       select gen_random_uuid(), now(), now(), 'operator', 'operator', 'csv', '{}' from generate_series(1, $1::integer)`,
      () => ({ method: 'POST', url: '/imports', headers: { 'content-type': 'text/csv' }, payload: csvOf(1) }),
      202,
    ],
    [
      'analyses',
      ROOM,
      'select $1::integer',
      (index) => post('/analysis/run', { analysis_type: 'coverage', filter: {}, parameters: { min_cell: index + 1 } }),
      202,
    ],
  ];

  it.each(kept)('create %s up to the limit', { timeout: 60_000 }, async (_name, max, fill, request, accepted) => {
    await db.writes.query('truncate comments');
    await db.writes.query({ text: fill, values: [max - ROOM] });
    expect(await sendAtOnce(service, request)).toEqual({ [accepted]: ROOM, 429: AT_ONCE - ROOM });
  });

  const ofAll: ['shared views' | 'all assignments' | 'all dismissals', string][] = [
    [
      'shared views',
      `insert into views (id, created_at, updated_at, shared, owner, name, filter)
       values (gen_random_uuid(), now(), now(), true, gen_random_uuid()::text, '', '{}')`,
    ],
    [
      'all assignments',
      `insert into assignments (id, question_id, person, created_at, updated_at, analysis_type, created_by)
       values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), now(), 'topics', gen_random_uuid()::text)`,
    ],
    [
      'all dismissals',
      `insert into dismissals (id, created_at, question_id, version, analysis_type, about, created_by)
       values (gen_random_uuid(), now(), gen_random_uuid(), 1, 'topics', '{topic}', gen_random_uuid()::text)`,
    ],
  ];

  it.each(ofAll)('create %s up to the limit of the bank', async (rows, insert) => {
    await db.writes.query('truncate views, assignments, dismissals');
    const made = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        inTransaction(db.writes, async (tx) => {
          await requireQuota(tx, rows, { max: ROOM });
          await tx.query({ text: insert });
        }),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(ROOM);
  });
});

describe('concurrent requests with a limit on unfinished work', () => {
  it('start only five uploads', async () => {
    const own = await startTestService();
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, () => upload(own, csvOf(1), {}, { ...asOperator })),
    );
    expect(countStatuses(replies)).toEqual({ 202: 5, 429: AT_ONCE - 5 });
  });

  it('start only two bulk changes', async () => {
    const own = await startTestService();
    await own.create([draft()]);
    const change = post('/questions/bulk', { filter: {}, expected_count: 1, set: { difficulty: 1 } });
    expect(await sendAtOnce(own, () => change)).toEqual({ 202: 2, 429: AT_ONCE - 2 });
  });

  it('start only as many analyses as a principal may have', async () => {
    const own = await startTestService({ ANALYSES_UNFINISHED: String(ROOM) });
    await own.create([draft()]);
    const run = (index: number) =>
      post('/analysis/run', { analysis_type: 'coverage', filter: {}, parameters: { min_cell: index + 1 } });
    expect(await sendAtOnce(own, run)).toEqual({ 202: ROOM, 429: AT_ONCE - ROOM });
  });

  it('start only as many analyses as all callers together may have', async () => {
    const own = await startTestService({ ANALYSES_QUEUED: String(ROOM) });
    await own.create([draft()]);
    const keys: Record<string, string>[] = [];
    for (let index = 0; index < AT_ONCE; index += 1)
      keys.push(bearer((await createKey(own, { scopes: ['questions:read', 'analysis:run'] })).token));
    const run = (index: number) =>
      post('/analysis/run', { analysis_type: 'coverage', filter: {}, parameters: { min_cell: index + 1 } });
    const statuses = await sendAtOnce(own, run, (index) => keys[index] ?? {});
    expect(statuses[202]).toBe(ROOM);
  });

  it('start only one revert of a large change or import', async () => {
    const own = await startTestService();
    const worker = await startTestWorker(own);
    const imports: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const file = csvOf(1, (row) => `What is import ${index}?,${row},Science,0`);
      const { id } = await queueImport(own, file, {}, asOperator);
      await waitFor(own, id, hasEnded);
      imports.push(id);
    }
    await worker.stop();
    const changes = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const reply = await own.request(post('/questions', draft()));
        return String(reply.headers['change-id']);
      }),
    );
    await own.deps.db.writes.query({
      text: 'update changes set count = 1001 where id = any($1)', // enough for the revert to run as a job
      values: [changes],
    });
    const same = await sendAtOnce(own, () => ({ method: 'POST', url: `/changes/${changes[0]}/revert` }));
    expect(same).toEqual({ 202: 1, 409: AT_ONCE - 1 });
    const statuses = await sendAtOnce(own, (index) => ({
      method: 'POST',
      url: index < 4 ? `/imports/${imports[index]}/undo` : `/changes/${changes[index]}/revert`,
    }));
    expect(statuses).toEqual({ 202: 1, 429: AT_ONCE - 1 });
  });
});

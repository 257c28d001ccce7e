import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_DRAWS } from '../../src/store/draws.ts';
import { MAX_VERSIONS } from '../../src/store/questions/versions.ts';
import { insertAccessToken, MAX_ACCESS_TOKENS } from '../../src/store/tokens/access-tokens.ts';
import { asOperator, draft, startTestService } from '../harness.ts';

const service = await startTestService({ DAILY_STORAGE_MB: '1', ANALYSES_KEPT: '2' });
const { db } = service.deps;

async function countRows(table: string, where = 'true'): Promise<number> {
  const { rows } = await db.reads.query<{ count: string }>(`select count(*) from ${table} where ${where}`);
  return Number(rows[0]?.count);
}

interface Problem {
  code: string;
  detail: string;
}

const [question] = await service.create([draft()]);
/** The principal of requests without a token. */
const { rows: authors } = await db.reads.query<{ updated_by: string }>('select updated_by from questions');
const nobody = authors[0]?.updated_by ?? '';

describe('draws of a principal', () => {
  const open = () => service.request({ method: 'POST', url: '/draws', payload: {} });

  it('are limited in number; beyond that the least recently used one is replaced, unless it was used within the hour', async () => {
    await db.writes.query({
      text: `insert into draws (id, created_at, used_at, start_key, drawn, wrapped, exhausted, owner, seed, filter)
             select gen_random_uuid(), now(), now(), 0, 0, false, false, $1, '', '{}' from generate_series(1, $2)`,
      values: [nobody, MAX_DRAWS],
    });
    const rejected = await open();
    expect([rejected.statusCode, rejected.json<Problem>().code]).toEqual([429, 'quota_exceeded']);
    expect(rejected.headers['retry-after']).toBe('60');
    expect(await countRows('draws')).toBe(MAX_DRAWS);
    await db.writes.query(
      `update draws set used_at = now() - interval '61 minutes', seed = 'idle' where id = (select id from draws limit 1)`,
    );
    expect((await open()).statusCode).toBe(201);
    expect([await countRows('draws'), await countRows('draws', `seed = 'idle'`)]).toEqual([MAX_DRAWS, 0]);
    await db.writes.query('truncate draws');
  });

  it('keep a thousand ids in 16 bytes each, and draw from those', async () => {
    const ids = [String(question?.id), ...Array.from({ length: 999 }, () => randomUUID())];
    const reply = await service.request({ method: 'POST', url: '/draws', payload: { filter: { ids } } });
    const draw = reply.json<{ id: string; filter: { ids: string[] } }>();
    const { rows } = await db.reads.query<{ bytes: number }>(
      'select pg_column_size(filter) + pg_column_size(question_ids) as bytes from draws',
    );
    expect(rows[0]?.bytes).toBeLessThan(17_000);
    expect((await service.request({ url: `/draws/${draw.id}` })).json<typeof draw>().filter.ids).toEqual(ids);
    const next = await service.request({ method: 'POST', url: `/draws/${draw.id}/next`, payload: { count: 10 } });
    expect(next.json<{ data: { id: string }[] }>().data.map(({ id }) => id)).toEqual([question?.id]);
  });
});

describe('the data that a principal stores in a day', () => {
  const explanation = 'x'.repeat(4000);
  const long = (number: number) =>
    draft({
      explanation,
      incorrect_answers: Array.from({ length: 20 }, (_, at) => `${number} ${at}`.padEnd(900, 'y')),
    });

  it('has a limit after which nothing is stored, for versions and for replies under a key', async () => {
    const [changed] = await service.create([long(0)]);
    const put = (number: number) =>
      service.request({ method: 'PUT', url: `/questions/${changed?.id}`, payload: long(number) });
    let accepted = 0;
    while ((await put(accepted + 1)).statusCode === 200 && accepted < 100) accepted += 1;
    expect(accepted).toBeGreaterThan(30);
    expect(accepted).toBeLessThan(50); // of 22 KB each
    const rejected = await put(accepted + 1);
    expect([rejected.statusCode, rejected.json<Problem>().code]).toEqual([429, 'quota_exceeded']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(await countRows('question_versions')).toBe(accepted);

    const keyed = { method: 'POST', url: '/questions', headers: { 'idempotency-key': 'full' } } as const;
    await db.writes.query('update daily_storage set bytes = 1024 * 1024 - 1000');
    const short = await service.request({ ...keyed, payload: [long(1), long(2)] }); // its questions are not stored again
    expect(short.json()).not.toHaveProperty('code');
    await db.writes.query(`update daily_storage set bytes = 1024 * 1024`);
    const before = await countRows('questions');
    const again = { ...keyed, headers: { 'idempotency-key': 'fuller' }, payload: draft() };
    expect((await service.request(again)).json<Problem>().code).toBe('quota_exceeded');
    expect([await countRows('questions'), await countRows('idempotency_keys')]).toEqual([before, 1]);
    expect((await service.request({ method: 'POST', url: '/questions', payload: draft() })).statusCode).toBe(201);
    await db.writes.query('update daily_storage set day = day - 1');
    expect((await service.request(again)).statusCode).toBe(201);
  });
});

describe('a long reply under a key', () => {
  const bulk = Array.from({ length: 200 }, (_, at) =>
    draft({ question_text: `Question ${at} with "{\\"id\\":\\"quotes\\"}"?`, explanation: 'z'.repeat(1000) }),
  );

  it.each([
    ['as a whole', {}],
    ['of each element', { prefer: 'handling=lenient' }],
  ])('is stored without its questions, and repeated word for word: %s', async (name, headers) => {
    await db.writes.query('truncate daily_storage, idempotency_keys');
    const request = {
      method: 'POST',
      url: '/questions',
      headers: { ...headers, 'idempotency-key': name },
      payload: name === 'as a whole' ? bulk : [...bulk, { difficulty: 7 }],
    } as const;
    const first = await service.request(request);
    expect([201, 207]).toContain(first.statusCode);
    expect(first.body.length).toBeGreaterThan(200_000);
    const { rows } = await db.reads.query<{ bytes: number }>(
      `select octet_length(body) + octet_length(template) + 20 * cardinality(versions) as bytes from idempotency_keys`,
    );
    expect(rows[0]?.bytes).toBeLessThan(16_000);
    const { data } = first.json<{ data: { id?: string; question?: { id: string } }[] }>();
    const id = data[7]?.id ?? data[7]?.question?.id;
    const changed = await service.request({ method: 'PUT', url: `/questions/${id}`, payload: { difficulty: 2 } });
    expect(changed.statusCode).toBe(200);
    const second = await service.request(request);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toBe(first.body);
  });

  it('of a draw is stored in the same way', async () => {
    const opened = await service.request({ method: 'POST', url: '/draws', payload: {} });
    const url = `/draws/${opened.json<{ id: string }>().id}/next`;
    const take = { method: 'POST', url, headers: { 'idempotency-key': 'take' }, payload: { count: 100 } } as const;
    const first = await service.request(take);
    expect(first.body.length).toBeGreaterThan(100_000);
    expect(await countRows('idempotency_keys', `body = '' and octet_length(template) < 4000`)).toBeGreaterThan(0);
    expect((await service.request(take)).body).toBe(first.body);
  });
});

it('limits the access tokens of a client by ending the oldest one', async () => {
  const payload = { name: 'Greedy', scopes: ['questions:read'] };
  const made = await service.request({ method: 'POST', url: '/clients', headers: asOperator, payload });
  const { client_id } = made.json<{ client_id: string }>();
  await db.writes.query({
    text: `insert into access_tokens (digest, client_id, scopes, issued_at, expires_at)
           select decode(md5(n::text), 'hex'), $1, '{}', now(), now() + n * interval '1 second' from generate_series(1, $2::integer) n`,
    values: [client_id, MAX_ACCESS_TOKENS + 20],
  });
  const expires_at = new Date(Date.now() + 7_200_000);
  const token = { client_id, scopes: [], issued_at: new Date(), expires_at };
  await insertAccessToken(db.writes, Buffer.from('newest'), token);
  expect(await countRows('access_tokens')).toBe(MAX_ACCESS_TOKENS);
  expect(await countRows('access_tokens', `expires_at < now() + interval '15 seconds'`)).toBe(0);
  expect(await countRows('access_tokens', `digest = 'newest'`)).toBe(1);
});

describe('the quota of a caller', () => {
  const fill: [string, () => Promise<unknown>, object, object][] = [
    [
      '/tokens',
      () =>
        db.writes.query(
          `insert into tokens (id, kind, name, scopes, created_by, created_at, expires_at, version, digest)
           select gen_random_uuid(), 'api_key', 'x', '{}', (select actor from audit_log where action = 'client.created' limit 1), now(), now(), 1, decode(md5(n::text), 'hex')
             from generate_series(1, 10000) n`,
        ),
      { name: 'One more', scopes: ['questions:read'] },
      asOperator,
    ],
    [
      '/clients',
      () =>
        db.writes.query(
          `insert into oauth_clients (id, name, scopes, created_by, created_at, digest)
           select gen_random_uuid(), 'x', '{}', (select actor from audit_log where action = 'client.created' limit 1), now(), '' from generate_series(1, 1000)`,
        ),
      { name: 'One more', scopes: ['questions:read'] },
      asOperator,
    ],
  ];

  it.each(fill)('applies to %s', async (url, prepare, payload, headers) => {
    await prepare();
    const rejected = await service.request({
      method: 'POST',
      url,
      payload,
      headers: headers as Record<string, string>,
    });
    expect([rejected.statusCode, rejected.json<Problem>().code]).toEqual([429, 'quota_exceeded']);
  });

  it('applies to /duplicates/dismissals', async () => {
    const [one, two] = await service.create([draft(), draft()]);
    await db.writes.query({
      text: `insert into duplicate_dismissals (id, created_at, question_a, question_b, created_by)
             select gen_random_uuid(), now(), '00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1 from generate_series(1, 20000)`,
      values: [nobody],
    });
    const payload = { question_ids: [one?.id, two?.id] };
    const rejected = await service.request({ method: 'POST', url: '/duplicates/dismissals', payload });
    expect(rejected.json<Problem>()).toMatchObject({
      code: 'quota_exceeded',
      detail: 'You have reached the limit of 20000 dismissals.',
    });
  });

  it.each([
    ['a principal', 20_000, nobody, 'You have reached the limit of 20000 dismissals.'],
    ['all', 100_000, 'others', 'The bank has reached the limit of 100000 dismissals.'],
  ])('applies to /dismissals of %s', async (_name, count, owner, detail) => {
    const [made] = await service.create(draft());
    await db.writes.query({
      text: `insert into dismissals (id, created_at, question_id, version, analysis_type, about, created_by)
             select gen_random_uuid(), now(), gen_random_uuid(), 1, 'topics', '{topic}', $1 from generate_series(1, $2)`,
      values: [owner, count],
    });
    const payload = { analysis_type: 'topics', question_id: made?.id };
    const rejected = await service.request({ method: 'POST', url: '/dismissals', payload });
    expect(rejected.json<Problem>().code).toBe('quota_exceeded');
    expect(rejected.json<Problem>().detail).toContain(detail);
    await db.writes.query('truncate dismissals');
  });

  it('applies to unfinished runs of /analysis/run', async () => {
    const run = (min_cell: number) =>
      service.request({
        method: 'POST',
        url: '/analysis/run',
        payload: { analysis_type: 'coverage', filter: {}, parameters: { min_cell } },
      });
    const made = await run(1);
    expect([made.statusCode, (await run(2)).statusCode]).toEqual([202, 202]);
    const rejected = await run(3);
    expect([rejected.statusCode, rejected.json<Problem>().code]).toEqual([429, 'quota_exceeded']);
    await service.request({ method: 'DELETE', url: `/analysis/${made.json<{ id: string }>().id}` });
    expect((await run(2)).statusCode).toBe(202);
  });
});

it('keeps a limited number of versions of a question, and those of the last day', async () => {
  await db.writes.query('truncate daily_storage');
  const [edited] = await service.create([draft()]);
  await db.writes.query({
    text: `insert into question_versions (question_id, version, changed_at, changed_by, body)
           select $1, n, now() - interval '2 days', 'x', '{}' from generate_series(1, $2) n`,
    values: [edited?.id, MAX_VERSIONS + 150],
  });
  await db.writes.query(`update questions set version = ${MAX_VERSIONS + 151} where id = '${String(edited?.id)}'`);
  const put = (difficulty: number) =>
    service.request({ method: 'PUT', url: `/questions/${edited?.id}`, payload: { difficulty } });
  for (const difficulty of [1, 2, 1]) expect((await put(difficulty)).statusCode).toBe(200);
  expect(await countRows('question_versions', `question_id = '${String(edited?.id)}'`)).toBe(MAX_VERSIONS - 1);
  await db.writes.query(`update question_versions set changed_at = now() where question_id = '${String(edited?.id)}'`);
  expect((await put(2)).statusCode).toBe(200);
  expect(await countRows('question_versions', `question_id = '${String(edited?.id)}'`)).toBe(MAX_VERSIONS);
});

import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import {
  asOperator,
  buildTestService,
  draft,
  type StoredQuestion,
  startTestService,
  type TestService,
} from '../harness.ts';

/** Tests shared by all operations. Each is called inside the `describe` of its status. */

export function rejectsOtherAccept(service: TestService, request: InjectOptions): void {
  it('rejects a caller who excludes JSON', async () => {
    const reply = await service.request({ ...request, headers: { ...request.headers, accept: 'text/html' } });
    expectProblem(reply, 406, 'not_acceptable');
  });
}

/** `change` must be allowed, and may end the resource. */
export function rejectsOtherContent(
  service: TestService,
  change: () => Promise<InjectOptions & { url: string }>,
): void {
  it('rejects a change to other content than the caller has read, and accepts the tag of a read', async () => {
    const request = await change();
    const send = (tag: string) =>
      service.request({ ...request, headers: { ...asOperator, ...request.headers, 'if-match': tag } });
    const read = await service.request({ url: request.url, headers: asOperator });
    const late = await send('W/"read-before-another-change"');
    expectProblem(late, 412, 'precondition_failed');
    expect([read.statusCode, late.headers.etag]).toEqual([200, read.headers.etag]);
    expect((await send(String(read.headers.etag))).statusCode).toBeLessThan(300);
  });
}

export function rejectsOtherMediaTypes(service: TestService, request: InjectOptions): void {
  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['an encoded body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('rejects %s', async (_name, headers) => {
    const reply = await service.request({ ...request, headers: { ...request.headers, ...headers }, payload: '{}' });
    expectProblem(reply, 415, 'unsupported_media_type');
  });
}

export function rejectsLargeBodies(service: TestService, request: InjectOptions): void {
  it('rejects an object over 64 KiB', async () => {
    const reply = await service.request({ ...request, payload: { filler: 'x'.repeat(64 * 1024) } });
    expectProblem(reply, 413, 'payload_too_large');
  });
}

export function rejectsUnknownParameters(service: TestService, request: InjectOptions): void {
  it('rejects an unknown query parameter', async () => {
    const reply = await service.request({ ...request, query: { surprise: '1' } });
    expectProblem(reply, 400, 'unknown_parameter');
  });
}

/** Several files share this service: it rejects writes, so that tests cannot affect each other. */
let serviceWithoutDatabase: Promise<TestService> | undefined;

async function buildWithoutDatabase(): Promise<TestService> {
  const service = await buildTestService();
  await loseDatabase(service);
  return service;
}

/** 503 with Retry-After while the database is unavailable. */
export function rejectsWithoutDatabase(request: InjectOptions): void {
  it('reports when to retry while the database is unavailable', async () => {
    const service = await (serviceWithoutDatabase ??= buildWithoutDatabase());
    const reply = await service.request(request);
    expectProblem(reply, 503, 'service_unavailable');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });
}

/** Cuts the service off from its database, including existing connections. */
export async function loseDatabase({ deps: { db } }: TestService): Promise<void> {
  await db.close();
  const away = new pg.Pool({ connectionString: 'postgres://quaestor@127.0.0.1:1/none' });
  const methods = { query: away.query.bind(away), connect: away.connect.bind(away) };
  for (const part of [db.hot, db.access, db.reads, db.writes, db.lists.hot, db.lists.pool])
    Object.assign(part, methods);
  db.close = () => away.end();
}

const SHORT_LIMITS = { READ_TIMEOUT_MS: '100', WRITE_TIMEOUT_MS: '100' };
/** Several files share this service: each test uses its own names. */
let serviceWithShortLimits: Promise<TestService> | undefined;

/** 504 when a statement exceeds its time limit, here because another session holds the tables. */
export function timesOut(
  request: InjectOptions | ((service: TestService) => Promise<InjectOptions>),
  tables = 'questions',
  environment?: Record<string, string>,
): void {
  it('gives up when the database takes too long', async () => {
    const service =
      environment === undefined
        ? await (serviceWithShortLimits ??= buildTestService(SHORT_LIMITS))
        : await startTestService({ ...SHORT_LIMITS, ...environment });
    // On a busy machine the preparation may exceed the short limits too.
    const prepare = async () => (typeof request === 'function' ? request(service) : request);
    const prepared = await vi.waitFor(prepare, { timeout: 20_000 });
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    // The token is cached, so the statement that takes too long is that of the operation itself.
    await service.request({ url: '/tokens/current', headers: prepared.headers ?? {} });
    await holder.query(`begin; lock table ${tables} in access exclusive mode`);
    const reply = await service.request(prepared);
    await holder.end();
    expectProblem(reply, 504, 'timeout');
  });
}

/** 400 for an invalid Idempotency-Key. */
export function rejectsMalformedKeys(service: TestService, request: InjectOptions): void {
  it.each([
    ['an empty key', ''],
    ['an empty quoted key', '""'],
    ['a key of 256 characters', 'k'.repeat(256)],
    ['a key outside ASCII', 'clé'],
    ['a key with a control character', 'a\tb'],
  ])('rejects %s', async (_name, key) => {
    const problem = expectProblem(await service.request(withKey(request, key)), 400, 'invalid_idempotency_key');
    expect(problem.errors).toMatchObject([{ header: 'Idempotency-Key' }]);
  });
}

/** 409 while a request with the same key is running: the test holds the lock of such a request. */
export function rejectsKeysInUse(service: TestService, prepare: () => Promise<InjectOptions>): void {
  it('rejects a key whose first request is still running, and replies after that has finished', async () => {
    const request = withKey(await prepare(), randomUUID());
    const first = await service.request(request);
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    await holder.query(
      `begin;
       select pg_advisory_xact_lock(('x' || encode(substr(scope, 1, 8), 'hex'))::bit(64)::bigint) from idempotency_keys`,
    );
    const meanwhile = await service.request(request);
    await holder.query('rollback');
    await holder.end();
    expectProblem(meanwhile, 409, 'idempotency_key_in_use');
    expect(Number(meanwhile.headers['retry-after'])).toBeGreaterThan(0);
    const afterwards = await service.request(request);
    expect(afterwards.body).toBe(first.body);
    expect(afterwards.headers['idempotent-replayed']).toBe('true');
  });
}

/** 422 for a key that belongs to a request with another body. */
export function rejectsReusedKeys(
  service: TestService,
  prepare: () => Promise<InjectOptions>,
  otherPayload: object,
): void {
  it('rejects a key that was used with another body', async () => {
    const request = withKey(await prepare(), randomUUID());
    expect((await service.request(request)).statusCode).toBeLessThan(300);
    expectProblem(await service.request({ ...request, payload: otherPayload }), 422, 'idempotency_key_reused');
  });
}

/** The same request with the same key gets the same reply, whether the key is quoted or bare. */
export function replaysByKey(service: TestService, prepare: () => Promise<InjectOptions>): void {
  it('returns the first response to a repeated request, marked as replayed', async () => {
    const request = await prepare();
    const key = randomUUID();
    const first = await service.request(withKey(request, key));
    expect(first.statusCode).toBeLessThan(300);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    for (const form of [key, `"${key}"`]) {
      const again = await service.request(withKey(request, form));
      expect({ status: again.statusCode, body: again.body }).toEqual({ status: first.statusCode, body: first.body });
      expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' });
      expect(again.headers.location).toBe(first.headers.location);
      expect(again.headers.etag).toBe(first.headers.etag);
    }
  });
}

export function withKey(request: InjectOptions, key: string): InjectOptions {
  return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
}

/** Counts replies by status. */
export function countStatuses(replies: readonly { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

export async function createOne(service: TestService, change: object = {}): Promise<StoredQuestion> {
  const [question] = await service.create(draft(change));
  if (question === undefined) throw new Error('nothing was created');
  return question;
}

export interface ListBody<Row = StoredQuestion> {
  data: Row[];
  pagination: {
    limit: number;
    offset: number | null;
    total: number | null;
    total_at_least?: number;
    has_more: boolean;
    next_cursor: string | null;
  };
}

/** Returns the body of a GET that must succeed, by default a list. */
export async function getBody<Body = ListBody>(
  service: TestService,
  url: string,
  headers: Record<string, string> = {},
): Promise<Body> {
  const reply = await service.request({ url, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Body>();
}

export interface StoredEvent {
  type: string;
  version: number;
  changed: string[];
  actor: string;
  occurred_at: Date;
  /** Tells whether one transaction wrote both the event and the current version of the question. */
  with_question: boolean;
}

/** Returns the events about a question in the outbox, oldest first. */
export async function eventsOf(service: TestService, id: string): Promise<StoredEvent[]> {
  const { rows } = await service.deps.db.reads.query<StoredEvent>({
    text: `select events.type, events.version, changed, actor, occurred_at, events.transaction_id::xid = questions.xmin as with_question
             from events
             join questions on questions.id = resource_id
            where resource_id = $1
            order by sequence`,
    values: [id],
  });
  return rows;
}

interface Reply {
  statusCode: number;
  headers: Record<string, unknown>;
  json(): unknown;
}

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  request_id: string;
  errors: {
    code: string;
    detail: string;
    pointer?: string;
    parameter?: string;
    header?: string;
    allowed?: unknown[];
  }[];
}

export function expectProblem(reply: Reply, status: number, code: string): ProblemBody {
  const problem = reply.json() as ProblemBody;
  expect({ status: reply.statusCode, code: problem.code }).toEqual({ status, code });
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/u);
  expect(problem.type).toMatch(new RegExp(`/problems/${code}$`, 'u'));
  expect(problem.request_id).toBe(reply.headers['x-request-id']);
  return problem;
}

/** Checks the response to a DELETE. */
export function expectDeleted(reply: Reply): void {
  const deleted = { id: expect.any(String) as string, deleted: true, deleted_at: expect.any(String) as string };
  expect([reply.statusCode, reply.json()]).toEqual([200, deleted]);
}

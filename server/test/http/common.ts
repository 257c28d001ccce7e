import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startTestService, type TestService } from '../harness.ts';

/** Tests that read the same for every operation. Each is called inside the `describe` of its status. */

export function refusesOtherAccept(service: TestService, request: InjectOptions): void {
  it('refuses a caller who excludes JSON', async () => {
    const answer = await service.request({ ...request, headers: { ...request.headers, accept: 'text/html' } });
    expectProblem(answer, 406, 'not_acceptable');
  });
}

export function refusesOtherMediaTypes(service: TestService, request: InjectOptions): void {
  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['an encoded body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('refuses %s', async (_name, headers) => {
    const answer = await service.request({ ...request, headers, payload: '{}' });
    expectProblem(answer, 415, 'unsupported_media_type');
  });
}

export function refusesLargeBodies(service: TestService, request: InjectOptions): void {
  it('refuses an object over 64 KiB', async () => {
    const answer = await service.request({ ...request, payload: { filler: 'x'.repeat(64 * 1024) } });
    expectProblem(answer, 413, 'payload_too_large');
  });
}

export function refusesUnknownParameters(service: TestService, request: InjectOptions): void {
  it('refuses a query parameter it does not know', async () => {
    const answer = await service.request({ ...request, url: `${String(request.url)}?surprise=1` });
    expectProblem(answer, 400, 'unknown_parameter');
  });
}

/** 503 with Retry-After while the database is away. */
export function answersWithoutDatabase(request: InjectOptions): void {
  it('says when to come back while the database is away', async () => {
    const service = await startTestService();
    await service.deps.db.close();
    const away = new pg.Pool({ connectionString: 'postgres://quaestor@127.0.0.1:1/none' });
    service.deps.db.reads = away;
    service.deps.db.writes = away;
    service.deps.db.close = () => away.end();
    const answer = await service.request(request);
    expectProblem(answer, 503, 'service_unavailable');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
}

/** 504 when a statement exceeds its time limit, here because another session holds the tables. */
export function timesOut(
  request: InjectOptions | ((service: TestService) => Promise<InjectOptions>),
  tables = 'questions',
): void {
  it('gives up when the database takes too long', async () => {
    const service = await startTestService({ READ_TIMEOUT_MS: '100', WRITE_TIMEOUT_MS: '100' });
    const prepared = typeof request === 'function' ? await request(service) : request;
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    await holder.query(`begin; lock table ${tables} in access exclusive mode`);
    const answer = await service.request(prepared);
    await holder.end();
    expectProblem(answer, 504, 'timeout');
  });
}

interface Answer {
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

export function expectProblem(answer: Answer, status: number, code: string): ProblemBody {
  const problem = answer.json() as ProblemBody;
  expect({ status: answer.statusCode, code: problem.code }).toEqual({ status, code });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/u);
  expect(problem.type).toMatch(new RegExp(`/problems/${code}$`, 'u'));
  expect(problem.request_id).toBe(answer.headers['x-request-id']);
  return problem;
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { translateDatabaseError } from '../../src/store/database/database-errors.ts';
import { admin, withDatabase } from '../global-setup.ts';
import { asOperator, draft, startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';

describe('a database that accepts no connections', async () => {
  const service = await startTestService();
  const [question] = await service.create(draft());
  const database = new URL(service.databaseUrl).pathname.slice(1);

  beforeAll(async () => {
    await admin(inject('serverUrl'), `alter database ${database} allow_connections false`);
    await admin(
      inject('serverUrl'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    );
    // Statements in progress on terminated connections fail; from here on no connection can be made.
    await service.request({ url: '/questions' });
    await service.request({ url: '/tokens', headers: asOperator });
  });
  afterAll(() => admin(inject('serverUrl'), `alter database ${database} allow_connections true`));

  it.each([
    { url: '/questions' },
    { url: '/questions?q=planet' },
    { url: `/questions/${question?.id}` },
    { url: '/questions/random' },
    { method: 'POST', url: '/questions', payload: draft() },
    { method: 'POST', url: '/questions', payload: [draft(), draft()] },
    { method: 'PUT', url: `/questions/${question?.id}`, payload: { difficulty: 1 } },
    { method: 'POST', url: '/draws', payload: {} },
    { method: 'POST', url: '/analysis/run', payload: { analysis_type: 'coverage', filter: {} } },
    { url: '/tokens', headers: asOperator },
  ] as const)('causes a 503 that says when to retry: $method $url', async (request) => {
    const reply = await service.request(request);
    expectProblem(reply, 503, 'service_unavailable');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is reported to OAuth clients in their format', async () => {
    const payload = { grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' };
    const reply = await service.request({ method: 'POST', url: '/oauth/token', payload });
    expect({ status: reply.statusCode, error: reply.json<{ error: string }>().error }).toEqual({
      status: 503,
      error: 'temporarily_unavailable',
    });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a connection that PostgreSQL rejects', async () => {
  const serverUrl = inject('serverUrl');
  const role = `refused_${randomBytes(6).toString('hex')}`;
  const database = `${role}_db`;
  beforeAll(async () => {
    await admin(serverUrl, `create role ${role} login connection limit 0`);
    await admin(serverUrl, `create database ${database}`);
    await admin(serverUrl, `revoke connect on database ${database} from public`);
  });
  afterAll(async () => {
    await admin(serverUrl, `drop database ${database}`);
    await admin(serverUrl, `drop role ${role}`);
  });
  const asRole = (name: string, at = 'postgres') => {
    const url = new URL(withDatabase(serverUrl, at));
    url.username = name;
    return url.href;
  };

  it.each([
    ['too many connections of the role', () => asRole(role), '53300'],
    ['a role that does not exist', () => asRole('nobody_at_all'), '28000'],
    ['a database that does not exist', () => withDatabase(serverUrl, 'none_of_the_kind'), '3D000'],
    ['a database that the role may not use', () => asRole(role, database), '42501'],
    ['nobody listening, on both addresses of localhost', () => 'postgres://localhost:1/x', 'ECONNREFUSED'],
  ])('is reported together with the time to retry: %s', async (_name, url, code) => {
    if (code === '42501') await admin(serverUrl, `alter role ${role} connection limit 5`);
    const client = new pg.Client({ connectionString: url() });
    const error: unknown = await client.connect().then(
      () => undefined,
      (rejection: unknown) => rejection,
    );
    expect(error).toMatchObject({ code });
    expect(translateDatabaseError(error)).toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '1' },
    });
  });
});

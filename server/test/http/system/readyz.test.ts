import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { expectProblem, rejectsOtherAccept, rejectsUnknownParameters, rejectsWithoutDatabase } from '../common.ts';

const service = await startTestService();
const url = '/readyz';

describe('200', () => {
  it('reports that the database responds and is migrated, and is not cacheable', async () => {
    const reply = await service.request({ url });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ status: 'ok' });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('accepts migrations of a newer release', async () => {
    const other = await startTestService();
    await other.deps.db.writes.query(`insert into schema_migrations (name, run_on) values ('9999_future', now())`);
    expect((await other.request({ url })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });

  it('waits for the first sample of the load', async () => {
    const other = await startTestService({ OVERLOAD_DELAY_MS: '500' });
    const early = await other.request({ url });
    expectProblem(early, 503, 'service_unavailable');
    expect(early.json()).toMatchObject({ detail: 'The service has just started and does not know its load yet.' });
    await expect.poll(async () => (await other.request({ url })).statusCode, { timeout: 20_000 }).toBe(200);
  });

  it('counts the missing migrations and explains how to run them', async () => {
    const other = await startTestService();
    await other.deps.db.writes.query(
      'delete from schema_migrations where name = (select max(name) from schema_migrations)',
    );
    const reply = await other.request({ url });
    expect(expectProblem(reply, 503, 'service_unavailable').detail).toBe(
      'The database lacks 1 migration(s): run `migrate`.',
    );
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('also reports a database that does not respond in time', async () => {
    const slow = await startTestService({ READ_TIMEOUT_MS: '100' });
    const holder = new pg.Client({ connectionString: slow.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table schema_migrations in access exclusive mode');
    const reply = await slow.request({ url });
    await holder.end();
    expectProblem(reply, 503, 'service_unavailable');
  });

  it('also reports a database that was never migrated', async () => {
    const other = await startTestService();
    await other.deps.db.writes.query('drop table schema_migrations');
    const problem = expectProblem(await other.request({ url }), 503, 'service_unavailable');
    expect(problem.detail).toMatch(/lacks [1-9]\d* migration\(s\)/u);
  });
});

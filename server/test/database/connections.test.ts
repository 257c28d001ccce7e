import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Executor, inTransaction } from '../../src/store/database/database.ts';
import { translateDatabaseError } from '../../src/store/database/database-errors.ts';
import { createPool } from '../../src/store/database/pool.ts';
import { asOperator, draft, startTestService, type TestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { watchSessions } from './sessions.ts';

const service = await startTestService();
const sessions = await watchSessions(service.databaseUrl);

/** Sends a request as the operator, whose token would be trusted for half a second, and forces a new lookup of it. */
async function lookUp(service: TestService) {
  service.deps.authenticator.recheckAll();
  return service.request({ url: '/tokens?limit=1', headers: asOperator });
}

describe('the lookup of a token, on a separate connection', () => {
  it('does not wait for a slow statement on the connection of the hot reads', async () => {
    let over = false;
    const slow = service.deps.db.hot.query({ name: 'slow', text: 'select pg_sleep(4)' }).then(() => {
      over = true;
    });
    expect((await lookUp(service)).statusCode).toBe(200);
    expect(over).toBe(false);
    await slow;
  });

  it('has a time limit while it waits for a lock: 503, even for readiness checks', async () => {
    expect((await service.request({ url: '/readyz' })).statusCode).toBe(200);
    const release = await sessions.lock('tokens');
    const begun = performance.now();
    const replies = await Promise.all([lookUp(service), lookUp(service), service.request({ url: '/readyz' })]);
    const seconds = (performance.now() - begun) / 1000;
    await release();
    for (const reply of replies) {
      expectProblem(reply, 503, 'service_unavailable');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(seconds).toBeLessThan(8);
    expect((await lookUp(service)).statusCode).toBe(200);
    expect((await service.request({ url: '/readyz' })).statusCode).toBe(200);
  });

  it('happens only a few times for a thousand concurrent requests to /readyz', async () => {
    let looks = 0;
    const { access } = service.deps.db;
    const counted = await startTestService();
    counted.deps.db.access = {
      query: (statement) => {
        looks += 1;
        return access.query(statement);
      },
    };
    const replies = await Promise.all(Array.from({ length: 1000 }, () => counted.request({ url: '/readyz' })));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(100);
  });
});

describe('limits of every connection', () => {
  it('are enforced by PostgreSQL itself', async () => {
    const { hot, access, reads, writes } = service.deps.db;
    const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    for (const db of [hot, access, reads, writes]) {
      const { rows } = await db.query<{ name: string; setting: string }>({
        name: 'settings',
        text: `select name, setting from pg_settings where name = any ($1)`,
        values: [[...settings, 'transaction_timeout', 'client_connection_check_interval']],
      });
      const limits = Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
      for (const name of settings) expect(limits[name], name).toBeGreaterThan(0);
      expect(limits['client_connection_check_interval']).toBe(1000);
      expect(limits['transaction_timeout'] ?? 1).toBeGreaterThan(0); // exists since PostgreSQL 17
    }
  });

  it('end and roll back a transaction that is idle, or takes far longer than a statement may', {
    tags: ['heavy'],
  }, async () => {
    const { db } = service.deps;
    const mark = (tx: Executor) =>
      tx.query({ text: `insert into schema_migrations (name, run_on) values ('left', now())` });
    const idle = inTransaction(db.writes, async (tx) => {
      await mark(tx);
      await wait(6000);
    });
    await expect(idle).rejects.toSatisfy(
      (error: unknown) => translateDatabaseError(error)?.code === 'service_unavailable',
    );
    const limits = { applicationName: 'short', statementTimeoutMs: 200 };
    const pool = createPool(service.databaseUrl, 1, limits, () => {});
    const steps: number[] = [];
    const long = inTransaction(pool, async (tx) => {
      await mark(tx);
      for (let step = 1; step <= 40; step += 1) {
        await tx.query({ text: 'select pg_sleep(0.1)' });
        steps.push(step);
      }
      throw new Error('not ended'); // reached only before PostgreSQL 17
    });
    await expect(long).rejects.toThrow(/\S/u);
    const { rows } = await db.reads.query<{ version: number; marks: number }>(
      `select current_setting('server_version_num')::int as version,
              (select count(*)::int from schema_migrations where name = 'left') as marks`,
    );
    expect(rows[0]?.marks).toBe(0);
    if (Number(rows[0]?.version) >= 170_000) expect(steps.length).toBeLessThan(30);
    await pool.end();
  });

  it('end a slow statement, reading or writing, and say when to retry', async () => {
    const hasty = await startTestService({ READ_TIMEOUT_MS: '200', WRITE_TIMEOUT_MS: '300' });
    const held = await watchSessions(hasty.databaseUrl);
    const release = await held.lock('questions');
    const replies = await Promise.all([
      hasty.request({ url: '/questions?q=planet' }),
      hasty.request({ method: 'POST', url: '/questions', payload: [draft(), draft()] }),
    ]);
    await release();
    for (const reply of replies) {
      expectProblem(reply, 504, 'timeout');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('come from one place for all connections', async () => {
    const root = path.resolve(import.meta.dirname, '../../src');
    const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts'));
    const openers: string[] = [];
    for (const file of files) {
      const source = await readFile(path.join(root, file), 'utf8');
      if (/connectionString:/u.test(source)) openers.push(file);
      for (const [call] of source.matchAll(/new (?:pg\.(?:Client|Pool)|PgBoss|BoundedPool)\(.{0,120}/gsu)) {
        expect(/connectionOptions|this\.#options|asDatabase/u.test(call), `${file}: ${call}`).toBe(true);
      }
    }
    expect(openers).toEqual(['store/database/connection.ts']);
  });

  it('make a pool reject all but a thousand of ten thousand waiters at once', async () => {
    const limits = { applicationName: 'full pool', statementTimeoutMs: 5000 };
    const pool = createPool(service.databaseUrl, 1, limits, () => {});
    const codes: unknown[] = [];
    const waiting = Array.from({ length: 10_000 }, () =>
      pool.query({ text: 'select 1' }).catch((error: unknown) => codes.push((error as { code?: unknown }).code)),
    );
    await Promise.all(waiting);
    expect(codes.filter((code) => code === 'overloaded')).toHaveLength(10_000 - 1001);
    await pool.end();
  });
});

it('creates nothing twice and loses nothing if a deadline passes in the middle of a write', async () => {
  const hasty = await startTestService({ RESPONSE_TIMEOUT_MS: '500' });
  const held = await watchSessions(hasty.databaseUrl);
  const [question] = await hasty.create(draft());
  const release = await held.lock('questions');
  const write = {
    method: 'POST' as const,
    url: '/questions',
    headers: { 'idempotency-key': 'once' },
    payload: draft({ question_text: 'Was it stored?' }),
  };
  const begun = performance.now();
  const [read, written] = await Promise.all([
    hasty.request({ url: `/questions/${question?.id}` }),
    hasty.request(write),
  ]);
  expect(performance.now() - begun).toBeLessThan(3000);
  const problems = [expectProblem(read, 504, 'timeout'), expectProblem(written, 504, 'timeout')];
  expect(problems.map(({ detail }) => detail)).toEqual([
    'The request took longer than 0.5 s.',
    'The request took longer than 0.5 s. The change may or may not have been made.',
  ]);
  for (const reply of [read, written]) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  await release();
  const status = async () => (await hasty.request(write)).statusCode;
  for (let code = await status(); code !== 201; code = await status()) expect([409, 504]).toContain(code);
  const { rows } = await hasty.deps.db.reads.query<{ count: number }>(
    `select count(*)::int from questions where question_text = 'Was it stored?'`,
  );
  expect(rows[0]?.count).toBe(1);
});

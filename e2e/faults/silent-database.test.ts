/** @module-tag release */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startBlackHole } from '../support/black-hole.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { json, type Service, startService, temporaryDirectory } from '../support/service.ts';

/**
 * Reads time out after 1 s and writes after 2 s. With 1 s of grace and 3 s for a new connection, replies take at most 6
 * s.
 */
const LIMITS = { READ_TIMEOUT_MS: '1000', WRITE_TIMEOUT_MS: '2000', DATABASE_POOL_SIZE: '4', RATE_LIMIT: 'false' };
const REPLIES_WITHIN_MS = 12_000;

const directory = await temporaryDirectory();
const postgres = await startOwnPostgres(directory.path);
const hole = await startBlackHole(postgres.url);
const admin = new pg.Client({ connectionString: postgres.url, application_name: 'test' });
await admin.connect();
// There is no worker, because a backend that is stopped during a write keeps its locks, which cannot be recovered.
const service = await startService({ ...LIMITS, DATABASE_URL: postgres.url }, [], 'api');
const proxied = await startService({ ...LIMITS, DATABASE_URL: hole.url });
const stopped = new Set<number>();
afterAll(async () => {
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  await Promise.all([service.end(), proxied.end()]);
  await admin.end();
  await hole.close();
  postgres.stop();
  await directory.remove();
});

const question = { question_text: 'Who is silent?', correct_answer: 'It', category: 'Science', difficulty: 0 };

interface TimedReply {
  path: string;
  status: number;
  retryAfter: string | null;
  ms: number;
}

async function ask(of: Service, path: string, init = {}): Promise<TimedReply> {
  const begun = performance.now();
  const reply = await of.fetch(path, { ...init, signal: AbortSignal.timeout(60_000) });
  await reply.arrayBuffer();
  return {
    path,
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    ms: performance.now() - begun,
  };
}

/** Sends one request of every kind: pipeline, pools, a merged write, a transaction, a token look-up, and readiness. */
function askAll(of: Service, id: string): Promise<TimedReply[]> {
  return Promise.all([
    ask(of, `/questions/${id}`),
    ask(of, '/questions?category=Science'),
    ask(of, '/questions?q=silent'),
    ask(of, '/audit-log?limit=1'),
    ask(of, '/questions', json(question)),
    ask(of, '/questions', {
      ...json([question, question]),
      headers: { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
    }),
    ask(of, `/questions/${id}`, json({ ...question, explanation: String(Math.random()) }, 'PUT')),
    ask(of, '/readyz'),
  ]);
}

async function create(of: Service): Promise<string> {
  const reply = await of.fetch('/questions', json(question));
  return ((await reply.json()) as { id: string }).id;
}

async function backends(): Promise<{ pid: number; application_name: string }[]> {
  const { rows } = await admin.query<{ pid: number; application_name: string }>(
    `select pid, application_name from pg_stat_activity
      where datname = 'quaestor' and application_name like 'quaestor%' and backend_type = 'client backend'`,
  );
  return rows;
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    process.kill(pid, name);
    if (name === 'SIGSTOP') stopped.add(pid);
    else stopped.delete(pid);
  }
}

function expectRejectedInTime(replies: readonly TimedReply[]): void {
  for (const { path, status, retryAfter, ms } of replies) {
    expect([503, 504], path).toContain(status);
    expect(Number(retryAfter), path).toBeGreaterThan(0);
    expect(ms, path).toBeLessThan(REPLIES_WITHIN_MS);
  }
}

async function expectRecovery(of: Service, id: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const replies = await askAll(of, id);
    if (replies.every(({ status }) => status < 300)) return;
    expect(attempt, JSON.stringify(replies)).toBeLessThan(20);
    await wait(250);
  }
}

describe('stopped backends', () => {
  it('cause 503 for requests that wait for them, and are replaced immediately', async () => {
    const id = await create(service);
    await askAll(service, id);
    const asleep = (await backends()).map(({ pid }) => pid);
    signal(asleep, 'SIGSTOP');
    const replies = await askAll(service, id);
    expect((await ask(service, '/healthz')).status).toBe(200);
    for (const { path, status, ms } of replies) {
      expect([200, 201, 503, 504], path).toContain(status);
      expect(ms, path).toBeLessThan(REPLIES_WITHIN_MS);
    }
    expect(replies.filter(({ status }) => status >= 500).length).toBeGreaterThan(4);
    // The postmaster is running, so new connections work while the old backends are still stopped.
    await expectRecovery(service, id);
    signal(asleep, 'SIGCONT');
    // Abandoned connections are closed, and none was opened needlessly: two pools of four and the single connections
    // remain.
    for (let count = 100; count > 20; count = (await backends()).length) await wait(100);
  });
});

describe('a stopped PostgreSQL', () => {
  it('causes 503 or 504 with Retry-After within seconds for every kind of request, until it resumes', async () => {
    const id = await create(service);
    const { rows } = await admin.query<{ pid: number }>(`select pg_backend_pid() as pid`);
    const own = rows[0]?.pid;
    const all = postgres.processes().filter((pid) => pid !== own);
    signal(all, 'SIGSTOP');
    const first = await askAll(service, id);
    const second = await askAll(service, id); // when no connections are left
    const health = await ask(service, '/healthz');
    signal(all, 'SIGCONT');
    expectRejectedInTime([...first, ...second]);
    expect(health.status).toBe(200);
    expect(health.ms).toBeLessThan(1000);
    await expectRecovery(service, id);
    for (let count = 100; count > 20; count = (await backends()).length) await wait(100);
  });
});

describe('a lost network route', () => {
  it('rejects every kind of request in time without a reset, leaks nothing, and recovers', async () => {
    const id = await create(proxied);
    await askAll(proxied, id);
    hole.swallow();
    const first = await askAll(proxied, id);
    const second = await askAll(proxied, id);
    const health = await ask(proxied, '/healthz');
    hole.restore();
    expectRejectedInTime([...first, ...second]);
    expect(health.ms).toBeLessThan(1000);
    await expectRecovery(proxied, id);
    // Silent connections are closed; those of the job queue after up to 15 s, by its own probes.
    for (let open = 100; open > 25; open = hole.open()) await wait(100);
  });
});

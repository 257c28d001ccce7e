import { setTimeout } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { plantKey } from '../../access/credentials.ts';
import { insertBulkRows } from '../../bulk-rows.ts';
import { startTestService, type TestService } from '../../harness.ts';
import { countStatuses, expectProblem, getBody } from '../common.ts';
import { bearer } from '../credentials.ts';

/** Settings with time limits so high that only the gate for searches ends a wait. */
const PATIENT = { READ_TIMEOUT_MS: '60000', SCAN_TIMEOUT_MS: '60000', ANONYMOUS_SCOPES: '' };
const SCANS = [
  '/questions?q=planet',
  '/questions?q=planet&sort=difficulty',
  '/questions?language=en&sort=category',
  '/questions?sort=updated_at&status=archived',
  '/questions?created_after=2020-01-01T00:00:00Z&offset=2147483647',
  '/questions?updated_after=2020-01-01T00:00:00Z&sort=difficulty',
  '/questions?tag=a&language=en',
  '/questions?limit=1000&sort=difficulty',
  '/questions?change_id=01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
  '/questions?assignee=01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
  '/questions?has_open_comments=true',
  '/questions/facets?q=planet',
  '/questions/facets?language=en',
  '/questions/random?q=planet',
  '/questions/random?language=en&count=100',
  '/questions/random?updated_after=2020-01-01T00:00:00Z',
];

/** Locks tables, so that every read of questions waits until the lock is released. */
async function lockTables(service: TestService, tables = 'questions') {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query(`begin; lock table ${tables} in access exclusive mode`);
  return {
    /** Counts the connections that wait for it. */
    countWaiting: async () => {
      const { rows } = await holder.query<{ waiting: number }>(
        `select count(distinct pid)::integer as waiting from pg_locks
          where not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows[0]?.waiting ?? 0;
    },
    release: () => holder.end(),
  };
}

describe('a search that no index can serve', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });

  it.each(['-zzzz', '-"black hole"', 'moon or -sun', '-moon or -sun', '-moon -sun'])('is rejected: %s', async (q) => {
    const query = `q=${encodeURIComponent(q)}`;
    for (const url of [
      `/questions?${query}`,
      `/questions?${query}&sort=difficulty`,
      `/questions?${query}&sort=-updated_at&offset=1000`,
      `/questions/facets?${query}`,
      `/questions/random?${query}`,
    ]) {
      const problem = expectProblem(await service.request({ url }), 400, 'validation_error');
      expect(problem.errors).toMatchObject([{ code: 'only_negated_words', parameter: 'q' }]);
      expect(problem.detail).toContain('at least one word that is not negated');
    }
    for (const [url, payload] of [
      ['/draws', { filter: { q } }],
      ['/analysis/run', { analysis_type: 'coverage', filter: { q } }],
    ] as const) {
      const problem = expectProblem(await service.request({ method: 'POST', url, payload }), 400, 'validation_error');
      expect(problem.errors).toMatchObject([{ code: 'only_negated_words', pointer: '#/filter/q' }]);
    }
  });

  it.each(['moon -sun', '-sun moon', '"black hole" -sun', 'moon or sun'])(
    'is distinguished from one that an index can serve: %s',
    async (q) => {
      const url = `/questions?q=${encodeURIComponent(q)}`;
      expect((await service.request({ url })).statusCode).toBe(200);
    },
  );
});

describe('connections of expensive searches', () => {
  it('are limited to 2 per principal and half of the pool in total, while other reads continue', async () => {
    const service = await startTestService(PATIENT);
    const callers = await Promise.all(
      Array.from({ length: 10 }, async () => bearer(await plantKey(service, ['questions:read']))),
    );
    const [first = {}, ...others] = callers;
    for (const headers of callers) await service.request({ url: '/tokens/current', headers });
    const lock = await lockTables(service);
    const replies: LightMyRequestResponse[] = [];
    const own = SCANS.map(async (url) => {
      const reply = await service.request({ url, headers: first });
      replies.push(reply);
      return reply;
    });
    await expect.poll(lock.countWaiting, { timeout: 10_000 }).toBe(2);
    const everybody = others.flatMap((headers) => SCANS.map((url) => service.request({ url, headers })));
    await expect.poll(lock.countWaiting, { timeout: 10_000 }).toBe(4);
    // The pool has connections left for other reads.
    const token = await service.request({ url: '/analysis/types', headers: first });
    expect(token.statusCode).toBe(403);
    const { reads } = service.deps.db;
    await expect.poll(() => reads.totalCount - reads.idleCount, { timeout: 10_000 }).toBe(4);
    expect(reads.waitingCount).toBe(0);
    await reads.query('select 1');
    // Waiting searches are rejected within the bound, long before any of the four ends.
    await expect.poll(() => replies.length, { timeout: 20_000 }).toBe(SCANS.length - 2);
    // They had to wait for searches of the same caller, or for those of others in the half for quick ones.
    expect(Object.keys(countStatuses(replies)).every((status) => ['429', '503'].includes(status))).toBe(true);
    expect(replies.every(({ headers }) => headers['retry-after'] === '1')).toBe(true);
    await lock.release();
    const statuses = countStatuses(await Promise.all([...own, ...everybody]));
    expect(statuses[200]).toBeGreaterThanOrEqual(4);
    expect(statuses[429]).toBeGreaterThan(0);
    expect(statuses[503]).toBeGreaterThan(0);
    expect(Object.keys(statuses).every((status) => ['200', '429', '503'].includes(status))).toBe(true);
  });

  it('have their own time limit, for all statements of a request together', async () => {
    const service = await startTestService({ SCAN_TIMEOUT_MS: '200', READ_TIMEOUT_MS: '30000' });
    const lock = await lockTables(service);
    for (const url of SCANS) {
      const started = performance.now();
      const problem = expectProblem(await service.request({ url }), 504, 'timeout');
      expect(problem.detail).toContain('longer than 0.2 s');
      expect(performance.now() - started).toBeLessThan(10_000);
    }
    await lock.release();
    // On a busy machine, one of them may take longer than the 0.2 s as well.
    const statusOf = async (url: string) => (await service.request({ url })).statusCode;
    for (const url of SCANS) await expect.poll(() => statusOf(url), { timeout: 30_000 }).toBe(200);
  });

  it('that are quick do not wait for slow ones', { tags: ['times'] }, async () => {
    const service = await startTestService({ SCAN_TIMEOUT_MS: '2000', READ_TIMEOUT_MS: '30000', ANONYMOUS_SCOPES: '' });
    const [patient = {}, ...hungry] = await Promise.all(
      Array.from({ length: 9 }, async () => bearer(await plantKey(service, ['questions:read']))),
    );
    const lock = await lockTables(service, 'question_topics');
    let ended = false;
    const attack = async (headers: Record<string, string>) => {
      while (!ended) await service.request({ url: '/questions?topic_focus=Planets', headers });
    };
    const attacks = hungry.map(attack);
    await expect.poll(lock.countWaiting, { timeout: 10_000 }).toBeGreaterThan(0);
    await setTimeout(2500); // by now each of them is known to be slow
    const times: number[] = [];
    for (let repetition = 0; repetition < 5; repetition += 1) {
      const started = performance.now();
      const { statusCode } = await service.request({ url: '/questions?q=planet', headers: patient });
      times.push(statusCode === 200 ? performance.now() - started : Number.POSITIVE_INFINITY);
    }
    ended = true;
    await lock.release();
    await Promise.all(attacks);
    expect(Math.max(...times)).toBeLessThan(500);
  });

  it('return the rows of a page if only its total takes too long, and report that', async () => {
    const service = await startTestService({ SCAN_TIMEOUT_MS: '2000', READ_TIMEOUT_MS: '30000' });
    await insertBulkRows(service.deps.db.writes, { count: 30, topic: `'Planets'` });
    const lock = await lockTables(service, 'question_topics');
    const { data, pagination } = await getBody(service, '/questions?topic_focus=Planets&limit=20');
    await lock.release();
    expect(data).toHaveLength(20);
    expect(pagination).toMatchObject({ total: null, total_at_least: 21, has_more: true });
  });
});

/** @module-tag release */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, startRedis } from '../support/own-redis.ts';
import { freePort, json, type Service, startService, temporaryDirectory } from '../support/service.ts';

/** Two nodes share their rate limits in a separate Redis, which the test may kill. */
const QUOTA = 6000;
const redisPort = await freePort();
const directory = await temporaryDirectory();
const environment = {
  REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  LIMIT_POINTS: String(QUOTA),
  OVERLOAD_DELAY_MS: '0',
};
let redis: ChildProcess;
let first: Service;
let second: Service;

async function startAll(): Promise<void> {
  redis = await startRedis(redisPort);
  first = await startService({ ...environment, DATA_DIR: `${directory.path}/data` });
  const port = readFileSync(`${directory.path}/data/postgres/postmaster.pid`, 'utf8').split('\n')[3];
  const database = { DATABASE_URL: `postgres://quaestor@127.0.0.1:${port}/quaestor` };
  second = await startService({ ...environment, ...database }, [], 'api');
}

async function endAll(): Promise<void> {
  await second.end();
  await first.end();
  redis.kill('SIGKILL');
  await directory.remove();
}

async function newToken(): Promise<string> {
  const reply = await first.fetch('/tokens', json({ name: 'k', scopes: ['questions:read'] }));
  return ((await reply.json()) as { token: string }).token;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

interface Reply {
  status: number;
  remaining: number;
}

function ask(node: Service, token: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request(`${node.origin}/tokens/current`, { agent, headers }, (response) => {
      response.resume();
      const remaining = Number(/r=(\d+)/u.exec(String(response.headers['ratelimit']))?.[1]);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, remaining }));
    })
      .on('error', reject)
      .end();
  });
}

/** Sends requests concurrently, half of them to each node, and counts the replies by status. */
async function flood(token: string, count: number): Promise<Record<number, number>> {
  const replies = await Promise.all(
    Array.from({ length: count }, (_, index) => ask(index % 2 === 0 ? first : second, token)),
  );
  const statuses: Record<number, number> = {};
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1;
  process.stdout.write(`${JSON.stringify(statuses)}\n`);
  return statuses;
}

describe.skipIf(!hasRedis)('two nodes with one Redis', () => {
  beforeAll(startAll);
  afterAll(endAll);

  it('admit 6,000 of 10,000 concurrent requests from one principal, within 1%', async () => {
    const statuses = await flood(await newToken(), 10_000);
    expect(Object.keys(statuses).sort()).toEqual(['200', '429']);
    expect(statuses[200]).toBeGreaterThanOrEqual(QUOTA * 0.99);
    expect(statuses[200]).toBeLessThanOrEqual(QUOTA * 1.01);
  });

  it('never reply with 5xx when Redis is killed under load, enforce the limit separately, and share counts again when it is back', async () => {
    const token = await newToken();
    const before = flood(token, 2000);
    const during = flood(token, 20_000);
    await wait(200);
    redis.kill('SIGKILL');
    expect(Object.keys(await before)).toEqual(expect.not.arrayContaining(['500', '503']));
    const statuses = await during;
    expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '429')).toEqual([]);
    expect(statuses[429]).toBeGreaterThan(0);
    // The requests allowed before Redis was killed, plus at most the full quota on each node after it.
    expect(statuses[200]).toBeLessThanOrEqual(3 * QUOTA);

    const alone = await newToken();
    expect([(await ask(first, alone)).remaining, (await ask(second, alone)).remaining]).toEqual([QUOTA - 1, QUOTA - 1]);

    redis = await startRedis(redisPort);
    await expect
      .poll(
        async () => {
          const fresh = await newToken();
          return [(await ask(first, fresh)).remaining, (await ask(second, fresh)).remaining];
        },
        { timeout: 15_000, interval: 200 },
      )
      .toEqual([QUOTA - 1, QUOTA - 2]);
  });

  it('do not wait for a Redis that hangs', async () => {
    const token = await newToken();
    expect((await ask(first, token)).status).toBe(200);
    redis.kill('SIGSTOP');
    for (const node of [first, second]) {
      const started = performance.now();
      const replies = await Promise.all(Array.from({ length: 20 }, () => ask(node, token)));
      for (let round = 0; round < 20; round += 1) replies.push(await ask(node, token)); // 5 s at 250 ms each
      for (let round = 0; round < 20; round += 1) expect((await fetch(`${node.origin}/healthz`)).status).toBe(200);
      expect(performance.now() - started).toBeLessThan(3000);
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    }
    redis.kill('SIGCONT');
    await expect
      .poll(() => first.output(), { timeout: 10_000 })
      .toMatch(/Redis is unreachable[^]*Redis is reachable again/u);
    // Requests sent while Redis hung are not charged later; otherwise there would be 80.
    await expect
      .poll(async () => (await ask(second, token)).remaining, { timeout: 10_000 })
      .toBeGreaterThan(QUOTA - 60);
  });
});

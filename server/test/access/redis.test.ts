import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createLimits, type Limits } from '../../src/limits/limits.ts';
import type { RedisChange } from '../../src/limits/shared-counts.ts';
import { startTestService } from '../harness.ts';
import { hasRedis, OwnRedis } from '../own-redis.ts';

const QUOTA = 1000;

describe.skipIf(!hasRedis)('counting in Redis', () => {
  let redis: OwnRedis;
  let limits: Limits;
  let changes: RedisChange[];
  const open: Limits[] = [];

  /** A node that is connected to Redis. */
  async function startNode(onChange: (change: RedisChange) => void = () => {}): Promise<Limits> {
    const config = readConfig({ REDIS_URL: redis.url, LIMIT_POINTS: String(QUOTA), LIMIT_SECONDS: '3600' });
    const node = createLimits(config, onChange);
    open.push(node);
    let probes = 0;
    await expect
      .poll(async () => {
        probes += 1;
        await node.principal.take(`ready ${open.length} ${probes}`, 1);
        return countOf(`ready ${open.length} ${probes}`);
      })
      .toBe(1);
    return node;
  }

  const countOf = async (key: string) => Number(await redis.ask((client) => client.get(`quaestor:principal:${key}`)));
  const isAway = () => changes.at(-1)?.away === true;
  async function untilBack(): Promise<void> {
    await expect.poll(isAway, { timeout: 20_000 }).toBe(false);
  }

  beforeEach(async () => {
    redis = await OwnRedis.start();
    changes = [];
    limits = await startNode((change) => changes.push(change));
  });
  afterEach(async () => {
    for (const node of open.splice(0)) await node.close();
    await redis.end();
  });

  it('adds up what several nodes take', async () => {
    const other = await startNode();
    await limits.principal.take('key', 10);
    const { remaining } = await other.principal.take('key', 10);
    expect(remaining).toBe(QUOTA - 20);
    expect((await limits.principal.take('key', 1)).remaining).toBe(QUOTA - 21);
  });

  it('waits once for a Redis that hangs, and not again', async () => {
    redis.kill('SIGSTOP');
    const timeOf = async (count: number) => {
      const started = performance.now();
      for (let take = 0; take < count; take += 1) await limits.principal.take('key', 1);
      return performance.now() - started;
    };
    const first = await timeOf(1);
    const hundred = await timeOf(100); // 25 s at a time limit of 250 ms each
    redis.kill('SIGCONT');
    expect(first).toBeLessThan(10_000);
    expect(hundred).toBeLessThan(20_000);
    expect((await limits.principal.take('key', 1)).remaining).toBeLessThan(QUOTA - 100);
  });

  it('charges nothing twice when a hung Redis resumes', async () => {
    await limits.principal.take('key', 1);
    redis.kill('SIGSTOP');
    const balances = await Promise.all(Array.from({ length: 200 }, async () => limits.principal.take('key', 1)));
    expect(balances.at(-1)?.remaining).toBe(QUOTA - 201); // continues from what it saw last
    redis.kill('SIGCONT');
    await untilBack();
    expect(await countOf('key')).toBe(1);
  });

  it('does not mistake its own delay for one of Redis', async () => {
    const takes = Promise.all(Array.from({ length: 100 }, async () => limits.principal.take('key', 1)));
    await new Promise(setImmediate); // the command is sent
    const until = performance.now() + 1000;
    while (performance.now() < until);
    await takes;
    const late = Promise.all(Array.from({ length: 100 }, async () => limits.principal.take('key', 1)));
    while (performance.now() < until + 1000); // the command is not even sent
    await late;
    expect(await countOf('key')).toBe(200);
    expect(changes).toEqual([]);
  });

  it('logs once that Redis is unavailable and once that it is back', async () => {
    redis.kill('SIGSTOP');
    await Promise.all(Array.from({ length: 50 }, async () => limits.principal.take('key', 1)));
    await expect.poll(isAway).toBe(true);
    redis.kill('SIGCONT');
    await untilBack();
    expect(changes).toMatchObject([{ away: true, reason: 'no reply for 250 ms' }, { away: false }]);
  });

  it('counts alone while Redis is full, and together again when there is space', async () => {
    const setMemory = (limit: string) => redis.ask((client) => client.config('SET', 'maxmemory', limit));
    await redis.ask((client) => client.config('SET', 'maxmemory-policy', 'noeviction'));
    await setMemory('1');
    for (let take = 0; take < 100; take += 1) await limits.principal.take('key', 1);
    expect(limits.principal.peek('key').remaining).toBe(QUOTA - 100);
    expect(changes).toMatchObject([{ away: true, reason: expect.stringContaining('OOM') }]);
    await setMemory('0');
    await untilBack();
    expect(changes).toHaveLength(2);
    await limits.principal.take('other', 1);
    expect(await countOf('other')).toBe(1);
  });

  it('reconnects to a Redis that was killed and restarted', async () => {
    await redis.end();
    await expect.poll(isAway).toBe(true);
    expect((await limits.principal.take('key', 1)).remaining).toBe(QUOTA - 1);
    await redis.restart();
    await untilBack();
    await limits.principal.take('key', 1);
    expect(await countOf('key')).toBe(1);
  });

  it('does not ask Redis about free requests', async () => {
    const service = await startTestService({ REDIS_URL: redis.url, RATE_LIMIT: 'true', OVERLOAD_DELAY_MS: '0' });
    await service.request({ url: '/openapi.json' });
    const commands = async () => {
      const stats = await redis.ask((client) => client.info('commandstats'));
      return Number(/cmdstat_evalsha:calls=(\d+)/u.exec(stats)?.[1] ?? 0);
    };
    await expect.poll(commands).toBeGreaterThan(0);
    const before = await commands();
    for (const url of ['/healthz', '/readyz', '/docs']) {
      const reply = await service.request({ url });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['ratelimit']).toMatch(/^"anonymous";r=\d+;t=\d+$/u);
    }
    expect(await commands()).toBe(before);
    redis.kill('SIGSTOP');
    const started = performance.now();
    for (let look = 0; look < 20; look += 1) await service.request({ url: '/healthz' });
    expect(performance.now() - started).toBeLessThan(2000); // 5 s at a time limit of 250 ms each
    redis.kill('SIGCONT');
  });

  it('neither keeps a process alive nor reconnects once it is closed', async () => {
    await limits.close();
    await redis.end();
    expect(changes).toEqual([]);
  });
});

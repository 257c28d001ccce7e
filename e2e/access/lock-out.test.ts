/** @module-tag release */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, startRedis } from '../support/own-redis.ts';
import { freePort, json, type Service, startService, temporaryDirectory } from '../support/service.ts';

/**
 * `npm run lock-out` runs for a full minute and checks the response times, on an otherwise idle machine. The release
 * check only requires that no counter rejects legitimate callers; it prints how long they waited.
 */
const WHOLE_SECONDS = process.env['LOCK_OUT_SECONDS'];
const SECONDS = Number(WHOLE_SECONDS ?? 8);
const isWhole = WHOLE_SECONDS !== undefined;
const ATTACKS_PER_SECOND = 1000;
const KEYS = 20;
const P99_MS = 100;
const HEADERS_OF_PROXY = { 'x-forwarded-for': '198.51.100.7' };

interface Client {
  client_id: string;
  client_secret: string;
}

interface AttackReport {
  seconds: number;
  sent: number;
  met: Record<string, number>;
}

/** The rejections and response times of one kind of caller. */
class Measured {
  readonly times: number[] = [];
  readonly rejections: string[] = [];

  get p99(): number {
    return this.times.toSorted((a, b) => a - b)[Math.ceil(this.times.length * 0.99) - 1] ?? Number.NaN;
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** Returns status and body, over keep-alive connections. */
function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end(body);
  });
}

const SCENARIOS = [
  { name: 'counting in memory', withRedis: false, proxied: false },
  { name: 'counting in Redis', withRedis: true, proxied: false },
  { name: 'behind a proxy that is not trusted', withRedis: false, proxied: true },
];

for (const { name, withRedis, proxied } of SCENARIOS) {
  describe.skipIf(withRedis && !hasRedis)(`${name}, during 1,000 bad tokens a second from the same address`, () => {
    const extra: Record<string, string> = proxied ? HEADERS_OF_PROXY : {};
    let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
    let redis: ChildProcess | undefined;
    let environment: Record<string, string>;
    let service: Service;
    const clients: Client[] = [];

    async function made<Body>(path: string, body: object): Promise<Body> {
      let reply = await service.fetch(path, json(body));
      while (reply.status === 503) reply = await service.fetch(path, json(body)); // a busy machine, before measuring
      expect(reply.status).toBe(201);
      return (await reply.json()) as Body;
    }

    /** Creates keys that no process has seen yet. */
    async function newKeys(): Promise<string[]> {
      const keys: string[] = [];
      for (let number = 0; number < KEYS; number += 1) {
        keys.push(
          (await made<{ token: string }>('/tokens', { name: `key ${number}`, scopes: ['questions:read'] })).token,
        );
      }
      return keys;
    }

    async function timed(measured: Measured, work: () => Promise<{ status: number; text: string }>): Promise<string> {
      const startedAt = performance.now();
      const { status, text } = await work();
      measured.times.push(performance.now() - startedAt);
      if (status !== 200) measured.rejections.push(`${status} ${text}`);
      return text;
    }

    const read = (measured: Measured, authorization: string) =>
      timed(measured, () => ask(`${service.origin}/questions?limit=1`, { headers: { authorization, ...extra } }));

    async function logIn(measured: Measured, { client_id, client_secret }: Client): Promise<string> {
      const text = await timed(measured, () =>
        ask(`${service.origin}/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...extra },
          body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
        }),
      );
      return (JSON.parse(text) as { access_token?: string }).access_token ?? '';
    }

    /** Repeats the work until the time is up, with pauses for the other callers. */
    async function repeat(until: number, pauseMs: number, work: () => Promise<unknown>): Promise<void> {
      await wait(Math.random() * pauseMs);
      while (performance.now() < until) {
        await work();
        await wait(pauseMs);
      }
    }

    async function measure(keys: readonly string[]): Promise<void> {
      const [unseen, logins, fresh, operator] = [new Measured(), new Measured(), new Measured(), new Measured()];
      const until = performance.now() + SECONDS * 1000;
      await Promise.all([
        ...keys.map((key) => repeat(until, 1000, () => read(unseen, `Bearer ${key}`))),
        ...clients.map((client) =>
          repeat(until, 1000, async () => {
            const token = await logIn(logins, client);
            await read(fresh, `Bearer ${token}`);
          }),
        ),
        repeat(until, 200, () => read(operator, service.authorization)),
        repeat(until, 1000, () =>
          timed(operator, () =>
            ask(`${service.origin}/openapi.json`, { headers: { authorization: service.authorization, ...extra } }),
          ),
        ),
      ]);
      const groups = { unseen, logins, fresh, operator };
      const p99 = Object.entries(groups).map(
        ([name, { times, p99 }]) => `${name} ${p99.toFixed(0)} ms of ${times.length}`,
      );
      process.stdout.write(`p99: ${p99.join(', ')}\n`);
      for (const { rejections } of Object.values(groups)) {
        expect(rejections.filter((rejection) => isWhole || !rejection.startsWith('503'))).toEqual([]);
      }
      if (isWhole) for (const { p99 } of Object.values(groups)) expect(p99).toBeLessThanOrEqual(P99_MS);
    }

    /** Does the work while the attack is running, and returns what the attacker sent and received. */
    async function underAttack(work: () => Promise<void>): Promise<AttackReport> {
      const args = [service.origin, String(ATTACKS_PER_SECOND), clients[0]?.client_id ?? '', ...Object.values(extra)];
      const attacker = spawn('node', [path.join(import.meta.dirname, 'attacker.ts'), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      attacker.stdout.on('data', (part: Buffer) => {
        text += part.toString();
      });
      const closed = once(attacker, 'close');
      try {
        await work();
      } finally {
        attacker.kill('SIGTERM');
        await closed;
        process.stdout.write(`attacker: ${text}\n`);
      }
      return JSON.parse(text) as AttackReport;
    }

    beforeAll(async () => {
      directory = await temporaryDirectory();
      const redisPort = await freePort();
      if (withRedis) redis = await startRedis(redisPort);
      environment = {
        DATA_DIR: `${directory.path}/data`,
        PORT: String(await freePort()),
        ...(withRedis && { REDIS_URL: `redis://127.0.0.1:${redisPort}` }),
      };
      service = await startService(environment);
      for (let number = 0; number < 5; number += 1) {
        clients.push(await made<Client>('/clients', { name: `client ${number}`, scopes: ['questions:read'] }));
      }
    });
    afterAll(async () => {
      await service?.end();
      redis?.kill('SIGKILL');
      await directory?.remove();
    });

    it('never rejects and barely delays 20 unseen keys, fresh logins and the operator', async () => {
      const keys = await newKeys();
      const { sent, seconds, met } = await underAttack(async () => {
        await wait(1000); // so that every quota is used up
        await measure(keys);
      });
      if (isWhole) {
        expect(sent / seconds).toBeGreaterThan(ATTACKS_PER_SECOND * 0.9);
        expect(Object.keys(met).filter((status) => !['200', '401', '404', '429'].includes(status))).toEqual([]);
      }
      expect(met['401']).toBeGreaterThan(0);
      expect(met['429']).toBeGreaterThan(0);
    });

    it('does not reject them right after a restart, when the process has not seen any key yet', async () => {
      const keys = await newKeys();
      const { met } = await underAttack(async () => {
        await service.end();
        service = await startService(environment);
        await measure(keys);
      });
      expect(met['429']).toBeGreaterThan(0);
    });

    it('records it in a few audit log entries, not thousands', async () => {
      const rows = async (action: string) => {
        const reply = await service.fetch(`/audit-log?limit=1000&action=${action}`);
        return ((await reply.json()) as { data: object[] }).data.length;
      };
      expect(await rows('token.refused')).toBeGreaterThan(0);
      expect(await rows('token.refused')).toBeLessThan(20);
      expect(await rows('login.failed')).toBeLessThan(20);
    });

    it('logs the proxy once per process', () => {
      const lines = service.output().match(/X-Forwarded-For/gu) ?? [];
      expect(lines).toHaveLength(proxied ? 1 : 0);
    });
  });
}

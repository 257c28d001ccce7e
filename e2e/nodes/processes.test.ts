import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  json,
  type OperatorRequest,
  type Service,
  startProgram,
  startService,
  temporaryDirectory,
} from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';

/** Starts one API with several processes that share a port. */
const PROCESSES = 2;
const QUOTA = 2000;
const directory = await temporaryDirectory();
const environment = {
  DATA_DIR: `${directory.path}/data`,
  DATABASE_URL: await newDatabase(),
  API_PROCESSES: String(PROCESSES),
  LIMIT_POINTS: String(QUOTA),
  LIMIT_SECONDS: '3600', // no points are regained during the tests
  OVERLOAD_DELAY_MS: '0',
};
afterAll(() => directory.remove());

/** Reads the children's process ids from their first log lines. */
const childrenOf = (output: string) =>
  [...output.matchAll(/"pid":(\d+).*"msg":"the API is ready"/gu)].map((match) => Number(match[1]));

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function startProcesses(more: Record<string, string> = {}): Promise<Service> {
  const service = await startService({ ...environment, ...more }, [], 'api');
  while (!service.output().includes('all API processes are ready')) await wait(20);
  return service;
}

/** Opens sixteen connections, which the first process distributes in turn. */
const agent = new Agent({ keepAlive: true, maxSockets: 16, scheduling: 'fifo' });

interface Reply {
  status: number;
  body: string;
}

function ask(service: Service, path: string, { method = 'GET', headers, body }: OperatorRequest = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: { authorization: service.authorization, ...headers } };
    request(`${service.origin}${path}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    })
      .on('error', reject)
      .end(body);
  });
}

async function newToken(service: Service): Promise<string> {
  const reply = await service.fetch('/tokens', json({ name: 'k', scopes: ['questions:read'] }));
  return `Bearer ${((await reply.json()) as { token: string }).token}`;
}

const draft = (text: string) => ({
  question_text: text,
  correct_answer: 'yes',
  incorrect_answers: ['no'],
  category: 'Science',
  difficulty: 1,
  topic_focus: 'Processes',
});

describe('an API of several processes', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startProcesses();
  });
  afterAll(() => void service.process.kill('SIGKILL')); // has no effect if it has ended
  const requestsByProcess = async () =>
    new Map(
      [
        ...(await ask(service, '/metrics')).body.matchAll(
          /^quaestor_http_request_duration_seconds_count\{.*route="\/tokens\/current",status="(\d+)",process="(\d)"\} (\d+)$/gmu,
        ),
      ].map(([, status, place, count]) => [`${place}: ${status}`, Number(count)]),
    );

  it('divides connections and counts callers exactly', async () => {
    const headers = { authorization: await newToken(service) };
    const replies = await Promise.all(
      Array.from({ length: QUOTA + 200 }, () => ask(service, '/tokens/current', { headers })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(QUOTA);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(200);
    const counted = await requestsByProcess();
    const served = (place: number) => (counted.get(`${place}: 200`) ?? 0) + (counted.get(`${place}: 429`) ?? 0);
    expect(served(1) + served(2)).toBe(QUOTA + 200);
    for (const place of [1, 2]) expect(served(place)).toBeGreaterThan(QUOTA / 4);
  });

  it('never shows a page from before a write, on any connection', async () => {
    for (let round = 0; round < 20; round += 1) {
      const text = `Is this round ${round}?`;
      const write = await ask(service, '/questions', json(draft(text)));
      expect([write.status, write.body]).toEqual([201, expect.any(String)]);
      const pages = await Promise.all(
        Array.from({ length: 16 }, () => ask(service, '/questions?category=Science&sort=-created_at&limit=1')),
      );
      for (const { body } of pages) expect(body).toContain(text);
    }
  });

  it('writes once under one Idempotency-Key', async () => {
    const { method, headers, body } = json(draft('Is this asked once?'));
    const writes = await Promise.all(
      Array.from({ length: 16 }, () =>
        ask(service, '/questions', { method, headers: { ...headers, 'idempotency-key': 'one-of-sixteen' }, body }),
      ),
    );
    const ids = writes
      .filter(({ status }) => status === 201)
      .map(({ body: text }) => (JSON.parse(text) as { id: string }).id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(1);
    const found = await ask(service, '/questions?q=asked+once');
    expect((JSON.parse(found.body) as { data: unknown[] }).data).toHaveLength(1);
  });

  it('exits immediately with the code of the first child if it cannot start', async () => {
    const { port } = new URL(service.origin);
    const second = startProgram({ ...environment, PORT: port }, [], 'api');
    const [code] = (await once(second.process, 'close')) as [number];
    expect([code, second.output()]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken by another program.\nStop that program, or choose another port: PORT=${Number(port) + 1}\n`,
    ]);
  });

  it('replaces a process that is killed, and keeps the counts', async () => {
    const headers = { authorization: await newToken(service) };
    await Promise.all(Array.from({ length: QUOTA }, () => ask(service, '/tokens/current', { headers })));
    const [victim = 0] = childrenOf(service.output());
    process.kill(victim, 'SIGKILL');
    agent.destroy();
    while (childrenOf(service.output()).length === PROCESSES) await wait(20);
    expect(service.output()).toContain(`"pid":${victim},"code":null,"signal":"SIGKILL"`);
    const replies = await Promise.all(Array.from({ length: 32 }, () => ask(service, '/tokens/current', { headers })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([429]));
    expect((await requestsByProcess()).get('1: 429')).toBeGreaterThan(0);
  });

  it('leaves nothing behind after SIGTERM', async () => {
    expect(await service.end()).toBe(0);
    const children = childrenOf(service.output());
    expect(children.length).toBeGreaterThanOrEqual(PROCESSES);
    expect(children.filter(lives)).toEqual([]);
  });
});

describe('the end of an API of several processes', () => {
  it('leaves nothing behind after SIGINT', { tags: ['release'] }, async () => {
    const service = await startProcesses();
    expect(await service.end('SIGINT')).toBe(0);
    const children = childrenOf(service.output());
    expect(children).toHaveLength(PROCESSES);
    expect(children.filter(lives)).toEqual([]);
  });

  it('leaves nothing behind when the first process is killed', async () => {
    const service = await startProcesses();
    await service.end('SIGKILL');
    const deadline = performance.now() + 50_000;
    while (childrenOf(service.output()).some(lives) && performance.now() < deadline) await wait(20);
    expect(childrenOf(service.output()).filter(lives)).toEqual([]);
  });

  it('takes as long as the settings allow', { timeout: 60_000, tags: ['release'] }, async () => {
    const service = await startProcesses({ STOP_DELAY_MS: '12000', STOP_TIMEOUT_MS: '100' });
    const started = performance.now();
    const ended = service.end();
    await wait(11_000);
    expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(503);
    expect(await ended).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(11_900);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { constants, getPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyCluster } from './cluster.ts';
import { freePort, json, type Service, startProgram, startService, temporaryDirectory } from './service.ts';
import { newDatabase } from './shared-postgres.ts';

/** Longer than any stop takes that waits for nothing: what should not be waited for would be waited for this long. */
const STOP_TIMEOUT_MS = 60_000;
/** What waits for nothing ends within a second; connections that say nothing are closed after 30 s. */
const AT_ONCE_MS = 20_000;
/** For what does not come to its end. */
const SHORT_STOP_MS = 1500;
const PATIENCE = { timeout: 60_000, interval: 50 };

interface Outcome {
  replied: number;
  /** Replies that end with the connection. */
  closing: number;
  rejected: number;
  reset: string[];
}

/** One request after the other on a connection that is kept, until there is nobody to talk to. */
async function keepAsking(origin: string, headers: Record<string, string>, outcome: Outcome): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const code = await askOnce(`${origin}/questions?limit=5`, agent, headers, outcome);
    if (code === undefined) continue;
    if (code === 'ECONNREFUSED') outcome.rejected += 1;
    else outcome.reset.push(code);
    agent.destroy();
    return;
  }
}

function askOnce(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  outcome: Outcome,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('error', failed);
      response.on('end', () => {
        outcome.replied += 1;
        if (response.headers.connection === 'close') outcome.closing += 1;
        resolve(undefined);
      });
    })
      .on('error', failed)
      .end();
  });
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function connectTo(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends the signal and gives back exit code and milliseconds. */
async function timeToEnd(service: Service, signal: NodeJS.Signals = 'SIGTERM'): Promise<[number | null, number]> {
  const started = performance.now();
  const code = await service.end(signal);
  return [code, performance.now() - started];
}

describe('stopping', () => {
  let url: string;
  const start = (stopTimeoutMs = STOP_TIMEOUT_MS) =>
    startService(
      { DATABASE_URL: url, STOP_TIMEOUT_MS: String(stopTimeoutMs), RATE_LIMIT: 'false', OVERLOAD_DELAY_MS: '0' },
      [],
      'api',
    );

  beforeAll(async () => {
    url = await newDatabase();
  });

  it('resets none of 20 busy connections, and ends when they have their replies', async () => {
    const service = await start();
    const { authorization } = service;
    const outcome: Outcome = { replied: 0, closing: 0, rejected: 0, reset: [] };
    const callers = Array.from({ length: 20 }, () => keepAsking(service.origin, { authorization }, outcome));
    await expect.poll(() => outcome.replied, { timeout: 30_000 }).toBeGreaterThan(200);
    const [code] = await timeToEnd(service);
    await Promise.all(callers);
    expect(outcome.reset).toEqual([]);
    expect(outcome.rejected).toBe(20);
    expect(outcome.closing).toBeGreaterThanOrEqual(20);
    expect(code).toBe(0);
  });

  it('replies to what is sent on 20 kept connections when it has begun to stop', async () => {
    const service = await start();
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connectTo(service.origin)));
    const ask = async (socket: Socket) => {
      const replied = Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      return String((await replied)[0]);
    };
    await Promise.all(sockets.map(ask));
    const ended = timeToEnd(service);
    while (!service.output().includes('SIGTERM')) await once(service.process.stderr ?? process, 'data');
    const replies = await Promise.all(sockets.map(ask));
    expect(replies.filter((reply) => !/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/iu.test(reply))).toEqual([]);
    const [code, ms] = await ended;
    expect(code).toBe(0);
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  it('does not wait for connections that say nothing, never did, or do not come to the end of their headers', async () => {
    const service = await start();
    const sockets = await Promise.all(Array.from({ length: 30 }, () => connectTo(service.origin)));
    for (const socket of sockets.slice(10, 20)) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
    }
    for (const socket of sockets.slice(20)) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    const [code, ms] = await timeToEnd(service);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(AT_ONCE_MS); // 30 s and 72 s are the time limits of such connections
  });

  it('cuts off at the time limit what does not come to its end', async () => {
    const service = await start(SHORT_STOP_MS);
    const socket = await connectTo(service.origin);
    const head = `POST /draws HTTP/1.1\r\nHost: x\r\nAuthorization: ${service.authorization}\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n{`);
    await once(socket, 'data');
    const [code, ms] = await timeToEnd(service);
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(SHORT_STOP_MS / 2);
    expect(ms).toBeLessThan(AT_ONCE_MS); // 30 s is the time limit of the request
  });

  it('replies at once to whoever waits for an analysis', async () => {
    const service = await start();
    const question = { question_text: 'Which is the largest planet?', correct_answer: 'Jupiter', category: 'Science' };
    expect((await service.fetch('/questions', json({ ...question, difficulty: 0 }))).status).toBe(201);
    const run = await service.fetch('/analysis/run', {
      ...json({ analysis_type: 'coverage', filter: {} }),
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    });
    const { id } = (await run.json()) as { id: string };
    const waiting = service.fetch(`/analysis/${id}`, { headers: { prefer: 'wait=30' } });
    for (let request = 0; request < 5; request += 1) await service.fetch('/tokens/current'); // it has arrived before these
    const [code, ms] = await timeToEnd(service);
    const reply = await waiting;
    expect(reply.status).toBe(200);
    expect(((await reply.json()) as { status: string }).status).toBe('queued');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  it('background work gives way to whoever waits for a reply, and is not waited for when it does not come to its end', async () => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    const count = async (condition: string) => {
      const { rows } = await holder.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity where datname = current_database() and ${condition}`,
      );
      return rows[0]?.count;
    };
    const { process: worker } = startProgram(
      { DATABASE_URL: url, STOP_TIMEOUT_MS: String(SHORT_STOP_MS), WRITE_TIMEOUT_MS: '60000' },
      [],
      'worker',
    );
    try {
      const started = `application_name = 'quaestor queue' and query ilike '%listen%'`;
      await expect.poll(() => count(started), { timeout: 60_000 }).toBeGreaterThan(0);
      expect(getPriority(worker.pid ?? 0)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
      await holder.query(`begin;
        do $$ declare name text; begin
          for name in select tablename from pg_tables where schemaname = 'public' order by tablename
          loop execute format('lock table public.%I in access exclusive mode', name); end loop;
        end $$`);
      const held = `application_name = 'quaestor' and wait_event_type = 'Lock'`;
      await expect.poll(() => count(held), { timeout: 60_000 }).toBeGreaterThan(0);
      const ended = once(worker, 'exit');
      const signaledAt = performance.now();
      worker.kill('SIGTERM');
      await ended;
      expect(performance.now() - signaledAt).toBeLessThan(2 * AT_ONCE_MS); // the statement may take 60 s
    } finally {
      worker.kill('SIGKILL');
      await holder.end();
    }
  });

  it('ends at once at a second signal', async () => {
    const service = await start();
    const socket = await connectTo(service.origin);
    socket.write('POST /draws HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n{');
    await once(socket, 'data');
    const ended = once(service.process, 'exit');
    service.process.kill('SIGTERM');
    await wait(700); // within half a second it would be the same Ctrl+C, sent by terminal and npm
    service.process.kill('SIGTERM');
    const [code] = (await ended) as [number];
    expect(code).toBe(1);
    expect(service.output()).toContain('exiting now');
  });
});

describe('a signal to npm', () => {
  interface Started {
    process: ChildProcess;
    port: number;
    /** Of the service itself. */
    pid: number;
  }
  const running: Started[] = [];
  const directories: { remove(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const { pid } of running) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    for (const directory of directories) await directory.remove();
  });

  async function startBy(command: string, args: readonly string[]): Promise<Started> {
    const directory = await temporaryDirectory();
    directories.push(directory);
    const port = await freePort();
    const { DATABASE_URL: _url, ...inherited } = process.env;
    await mkdir(`${directory.path}/data`);
    copyCluster(inject('cluster'), `${directory.path}/data`);
    const environment = { ...inherited, DATA_DIR: `${directory.path}/data`, PORT: String(port), BOOTSTRAP_TOKEN: '' };
    const cwd = new URL('..', import.meta.url);
    const child = spawn(command, args, { cwd, env: environment, stdio: 'ignore' });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${command} ended`);
      await wait(50);
    }
    const pid = Number(readFileSync(`${directory.path}/data/service.pid`, 'utf8'));
    const started = { process: child, port, pid };
    running.push(started);
    return started;
  }

  function isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  type Case = readonly [name: string, command: string, args: readonly string[], signal: NodeJS.Signals];
  const NAME = 'that runs %s ends the service and frees its port: %s %s %s';
  const [NPM, NPX] = [['start'], ['node', 'server/src/bin/start.ts']];
  const COMMON: Case[] = [
    ['npm start', 'npm', NPM, 'SIGTERM'],
    ['npx node …', 'npx', NPX, 'SIGKILL'],
  ];
  const RARE: Case[] = [
    ['npm start', 'npm', NPM, 'SIGKILL'],
    ['npx node …', 'npx', NPX, 'SIGTERM'],
  ];
  it.each(COMMON)(NAME, endByNpm);
  it.each(RARE)(NAME, { tags: ['release'] }, endByNpm);

  async function endByNpm(...[_name, command, args, signal]: Case): Promise<void> {
    const { process: npm, port, pid } = await startBy(command, args);
    expect(isAlive(pid)).toBe(true);
    npm.kill(signal);
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
    expect(await accepts(port)).toBe(false);
  }

  it('is not waited for where npm has nothing to do with it: a parent may go', { tags: ['release'] }, async () => {
    const port = await freePort();
    const directory = await temporaryDirectory();
    directories.push(directory);
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'DATABASE_URL'),
    );
    const shell = spawn('sh', ['-c', 'nohup node server/src/bin/start.ts >/dev/null 2>&1 & sleep 0.2'], {
      cwd: new URL('..', import.meta.url),
      env: { ...environment, DATA_DIR: `${directory.path}/data`, PORT: String(port) },
      stdio: 'ignore',
    });
    await once(shell, 'exit');
    while (!(await accepts(port))) await wait(50);
    await wait(2000); // four looks at the parent, if there were any
    expect(await accepts(port)).toBe(true);
    const pid = Number(readFileSync(`${directory.path}/data/service.pid`, 'utf8'));
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
  });
});

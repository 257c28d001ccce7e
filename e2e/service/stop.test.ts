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
import { copyCluster } from '../support/cluster.ts';
import { freePort, json, type Service, startProgram, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';

/**
 * This is much longer than any stop takes, so that a test shows if the service waits for something it should not wait
 * for.
 */
const STOP_TIMEOUT_MS = 200_000;
/** The time limits of connections (72 s) and of unfinished requests are also longer than a stop takes. */
const REQUEST_TIMEOUT_MS = 300_000;
/** A stop that waits for nothing takes a second or two. */
const AT_ONCE_MS = 50_000;
/** Requests that wait for an analysis ask for 30 s. */
const REPLIES_WITHIN_MS = 20_000;
/** The stop timeout for requests that never finish. */
const SHORT_STOP_MS = 1500;
const PATIENCE = { timeout: 60_000, interval: 50 };

interface Outcome {
  replied: number;
  /** Replies with `Connection: close`. */
  closing: number;
  rejected: number;
  reset: string[];
}

/** Sends one request after another on a keep-alive connection until the service has stopped. */
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

const connectAll = (origin: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => connectTo(origin)));

async function ask(socket: Socket): Promise<string> {
  const replied = Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  return String((await replied)[0]);
}

/** Waits for an analysis that is never computed, because there is no worker. */
async function waitForAnalysis(service: Service): Promise<Promise<Response>[]> {
  const question = { question_text: 'Which is the largest planet?', correct_answer: 'Jupiter', category: 'Science' };
  expect((await service.fetch('/questions', json({ ...question, difficulty: 0 }))).status).toBe(201);
  const request = json({ analysis_type: 'coverage', filter: {} });
  const headers = { ...request.headers, prefer: 'respond-async' };
  const run = await service.fetch('/analysis/run', { ...request, headers });
  const { id } = (await run.json()) as { id: string };
  const waiting = service.fetch(`/analysis/${id}`, { headers: { prefer: 'wait=30' } });
  for (let round = 0; round < 5; round += 1) await service.fetch('/tokens/current'); // by then the waiting request has arrived
  return [waiting];
}

/** Sends the signal, and returns the exit code and the time it took in milliseconds. */
async function timeToEnd(service: Service, signal: NodeJS.Signals = 'SIGTERM'): Promise<[number | null, number]> {
  const started = performance.now();
  const code = await service.end(signal);
  return [code, performance.now() - started];
}

describe('stopping', () => {
  let url: string;
  const start = (stopTimeoutMs = STOP_TIMEOUT_MS) =>
    startService(
      {
        DATABASE_URL: url,
        STOP_TIMEOUT_MS: String(stopTimeoutMs),
        REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
        RATE_LIMIT: 'false',
      },
      [],
      'api',
    );

  beforeAll(async () => {
    url = await newDatabase();
  });

  describe('with all kinds of work in progress', () => {
    const outcome: Outcome = { replied: 0, closing: 0, rejected: 0, reset: [] };
    let replies: string[];
    let waiting: { status: number; body: { status: string }; ms: number };
    let ended: [code: number | null, ms: number];

    beforeAll(async () => {
      const service = await start();
      const { authorization, origin } = service;
      // Connections that are idle, never sent anything, or do not finish their headers.
      const silent = await connectAll(origin, 30);
      for (const socket of silent.slice(10, 20)) await ask(socket);
      for (const socket of silent.slice(20)) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
      const callers = Array.from({ length: 20 }, () => keepAsking(origin, { authorization }, outcome));
      while (outcome.replied < 200) await wait(20);
      const kept = await connectAll(origin, 20);
      await Promise.all(kept.map(ask));
      const [analysis] = await waitForAnalysis(service);

      const stoppedAt = performance.now();
      const end = timeToEnd(service);
      while (!service.output().includes('SIGTERM')) await once(service.process.stderr ?? process, 'data');
      replies = await Promise.all(kept.map(ask));
      const reply = (await analysis) as Response;
      waiting = {
        status: reply.status,
        body: (await reply.json()) as { status: string },
        ms: performance.now() - stoppedAt,
      };
      await Promise.all(callers);
      ended = await end;
    });

    it('resets none of 20 busy connections, and ends when they have their replies', () => {
      expect(outcome.reset).toEqual([]);
      expect(outcome.rejected).toBe(20);
      expect(outcome.closing).toBeGreaterThanOrEqual(20);
    });

    it('replies to requests on 20 keep-alive connections after it has begun to stop', () => {
      expect(replies.filter((reply) => !/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/iu.test(reply))).toEqual([]);
    });

    it('replies immediately to requests that wait for an analysis', () => {
      expect(waiting).toMatchObject({ status: 200, body: { status: 'queued' } });
      expect(waiting.ms).toBeLessThan(REPLIES_WITHIN_MS);
    });

    it('does not wait for connections that are idle, never sent anything, or do not finish their headers', () => {
      const [code, ms] = ended;
      expect(code).toBe(0);
      expect(ms).toBeLessThan(AT_ONCE_MS);
    });
  });

  it('finishes a request whose body is still arriving, however long after the grace of idle connections', async () => {
    const service = await start();
    const socket = await connectTo(service.origin);
    const head = `POST /draws HTTP/1.1\r\nHost: x\r\nAuthorization: ${service.authorization}\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{`);
    await once(socket, 'data');
    const closed = once(socket, 'close').then(() => ['the connection was closed']);
    const graceIsOver = once(await connectTo(service.origin), 'close');
    const end = timeToEnd(service);
    await graceIsOver;
    socket.write('}');
    const [reply] = (await Promise.race([once(socket, 'data'), closed])) as [Buffer | string];
    expect(reply.toString()).toMatch(/^HTTP\/1\.1 201 [^]*\r\nconnection: close\r\n/iu);
    expect((await end)[0]).toBe(0);
  });

  it('aborts requests that do not finish within the time limit', async () => {
    const service = await start(SHORT_STOP_MS);
    const socket = await connectTo(service.origin);
    const head = `POST /draws HTTP/1.1\r\nHost: x\r\nAuthorization: ${service.authorization}\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n{`);
    await once(socket, 'data');
    const [code, ms] = await timeToEnd(service);
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(SHORT_STOP_MS / 2);
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  it('lets background work yield to requests, and does not wait for it if it does not finish', async () => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    const count = async (condition: string) => {
      const { rows } = await holder.query<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity where datname = current_database() and ${condition}`,
      );
      return rows[0]?.count;
    };
    const { process: worker } = startProgram(
      { DATABASE_URL: url, STOP_TIMEOUT_MS: String(SHORT_STOP_MS), WRITE_TIMEOUT_MS: '300000' },
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
      expect(performance.now() - signaledAt).toBeLessThan(2 * AT_ONCE_MS); // the statement timeout is 300 s
    } finally {
      worker.kill('SIGKILL');
      await holder.end();
    }
  });

  it.each(['SIGTERM', 'SIGTERM twice'])('does not wait for output that nobody reads, after %s', async (signals) => {
    const port = await freePort();
    const child = spawn('node', ['server/src/bin/api.ts'], {
      cwd: new URL('../..', import.meta.url),
      env: { ...process.env, DATABASE_URL: url, PORT: String(port), RATE_LIMIT: 'false', LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'pipe'], // and neither is read
    });
    while (!(await accepts(port))) await wait(50);
    const agent = new Agent({ keepAlive: true, maxSockets: 10 });
    const path = `http://127.0.0.1:${port}/questions?q=${'x'.repeat(1000)}`;
    const outcome: Outcome = { replied: 0, closing: 0, rejected: 0, reset: [] };
    // Each makes a line of more than 100 bytes; a pipe holds 64 KiB, and the process keeps a mebibyte.
    for (let round = 0; round < 800; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => askOnce(path, agent, {}, outcome)));
    expect(outcome.replied).toBe(8000);
    agent.destroy();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    if (signals !== 'SIGTERM') {
      await wait(700);
      child.kill('SIGTERM');
    }
    await ended;
    child.stdout.resume();
    child.stderr.resume();
  });

  it('exits immediately on a second signal', async () => {
    const service = await start();
    const socket = await connectTo(service.origin);
    socket.write('POST /draws HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n{');
    await once(socket, 'data');
    const ended = once(service.process, 'exit');
    service.process.kill('SIGTERM');
    await wait(700); // within half a second, it would be the same Ctrl+C, sent by both the terminal and npm
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
    /** The process id of the service itself, not of npm. */
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
    const cwd = new URL('../..', import.meta.url);
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
  const RARE: Case[] = [
    ['npx node …', 'npx', NPX, 'SIGKILL'],
    ['npm start', 'npm', NPM, 'SIGKILL'],
    ['npx node …', 'npx', NPX, 'SIGTERM'],
  ];
  it.each<Case>([['npm start', 'npm', NPM, 'SIGTERM']])(NAME, endByNpm);
  it.each(RARE)(NAME, { tags: ['release'] }, endByNpm);

  async function endByNpm(...[_name, command, args, signal]: Case): Promise<void> {
    const { process: npm, port, pid } = await startBy(command, args);
    expect(isAlive(pid)).toBe(true);
    npm.kill(signal);
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
    expect(await accepts(port)).toBe(false);
  }

  it('does not matter to a service that npm did not start: its parent may exit', { tags: ['release'] }, async () => {
    const port = await freePort();
    const directory = await temporaryDirectory();
    directories.push(directory);
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'DATABASE_URL'),
    );
    const shell = spawn('sh', ['-c', 'nohup node server/src/bin/start.ts >/dev/null 2>&1 & sleep 0.2'], {
      cwd: new URL('../..', import.meta.url),
      env: { ...environment, DATA_DIR: `${directory.path}/data`, PORT: String(port) },
      stdio: 'ignore',
    });
    await once(shell, 'exit');
    while (!(await accepts(port))) await wait(50);
    await wait(2000); // enough for four checks of the parent process
    expect(await accepts(port)).toBe(true);
    const pid = Number(readFileSync(`${directory.path}/data/service.pid`, 'utf8'));
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
  });
});

import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { copyCluster } from '../support/cluster.ts';
import { freePort, json, type Service, startService, temporaryDirectory } from '../support/service.ts';

const RARE = { tags: ['release'] };

/** A real streaming replica: a copy of a stopped cluster that follows the primary. */
const directory = await temporaryDirectory();
const primary = path.join(directory.path, 'primary', 'postgres');
const standby = path.join(directory.path, 'standby');
const [primaryPort, standbyPort] = [await freePort(), await freePort()];

mkdirSync(path.dirname(primary));
copyCluster(inject('cluster'), path.dirname(primary));
const [postgres = ''] = readFileSync(path.join(primary, 'postmaster.opts'), 'utf8').split(' ');
const pgCtl = path.join(path.dirname(postgres), 'pg_ctl');
cpSync(primary, standby, { recursive: true, preserveTimestamps: true });
writeFileSync(path.join(standby, 'standby.signal'), '');
appendFileSync(
  path.join(standby, 'postgresql.auto.conf'),
  `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=quaestor'\n`,
);
asOwner('sh', ['-c', `chmod 700 ${standby}`], true);
control(primary, 'start', primaryPort);
control(standby, 'start', standbyPort);

const url = (port: number) => `postgres://quaestor@127.0.0.1:${port}/quaestor`;
const service: Service = await startService({
  DATABASE_URL: url(primaryPort),
  DATABASE_REPLICA_URL: url(standbyPort),
  RATE_LIMIT: 'false',
  LOG_LEVEL: 'info',
});
const stopped: number[] = [];
afterAll(async () => {
  resume();
  await service.end();
  for (const data of [standby, primary]) {
    try {
      control(data, 'stop');
    } catch {
      // already stopped by the test
    }
  }
  await directory.remove();
});

function asOwner(command: string, args: readonly string[], asRoot = false): void {
  if (process.getuid?.() !== 0) execFileSync(command, args, { stdio: 'ignore' });
  else {
    execFileSync('chown', ['-R', 'postgres:', standby]);
    if (asRoot) execFileSync(command, args);
    else
      execFileSync('su', ['-s', '/bin/sh', 'postgres', '-c', [command, ...args].map((part) => `'${part}'`).join(' ')], {
        stdio: 'ignore',
      });
  }
}

function control(data: string, action: 'start' | 'stop', port = 0): void {
  const options =
    action === 'start'
      ? ['-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`, '-l', `${data}/server.log`]
      : ['-m', 'fast'];
  asOwner(pgCtl, ['-D', data, '-w', ...options, action]);
}

async function onStandby(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url(standbyPort) });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function create(): Promise<string> {
  const reply = await service.fetch(
    '/questions',
    json({
      question_text: 'Where is it read?',
      correct_answer: 'There',
      category: 'Science',
      difficulty: 0,
    }),
  );
  expect(reply.status).toBe(201);
  return ((await reply.json()) as { id: string }).id;
}

async function listed(): Promise<string[]> {
  const reply = await service.fetch(`/questions?category=Science&limit=1000`);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
}

async function eventuallyLists(id: string): Promise<void> {
  while (!(await listed()).includes(id)) await wait(50);
}

/** Returns true if the service currently reads from the replica, according to its metrics. */
async function usable(): Promise<boolean> {
  const metrics = await (await service.fetch('/metrics')).text();
  return /^quaestor_database_replica_usable 1$/mu.test(metrics);
}

async function eventuallyUsable(expected: boolean): Promise<void> {
  while ((await usable()) !== expected) await wait(50);
}

/** The length of the log that has already been searched for messages about the replica. */
let read = 0;
function newLines(): string[] {
  const lines = service.output().slice(read).split('\n');
  read = service.output().length;
  return lines.filter((line) => line.includes('the replica is'));
}

function stop(): void {
  const postmaster = Number(readFileSync(path.join(standby, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  stopped.push(postmaster, ...children.trim().split(/\s+/u).map(Number));
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
}

function resume(): void {
  for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
}

it('reads lists from the replica and single questions from the primary, and continues without the replica', async () => {
  await eventuallyUsable(true);
  const before = await create();
  await eventuallyLists(before);

  await onStandby('select pg_wal_replay_pause()');
  const during = await create();
  expect((await service.fetch(`/questions/${during}`)).status).toBe(200);
  expect(await listed()).not.toContain(during);
  expect(await listed()).toContain(before);

  await onStandby('select pg_wal_replay_resume()');
  await eventuallyLists(during);

  control(standby, 'stop');
  const after = await create();
  expect(await listed()).toContain(after);

  control(standby, 'start', standbyPort);
  const again = await create();
  await eventuallyLists(again);
  await eventuallyUsable(true);
});

it(
  'reads lists from the primary while replay is paused for longer than allowed, logs it once, and returns to the replica',
  RARE,
  async () => {
    await eventuallyUsable(true);
    newLines();
    await onStandby('select pg_wal_replay_pause()');
    const during = await create();
    await eventuallyUsable(false);
    expect(await listed()).toContain(during);
    const metrics = await (await service.fetch('/metrics')).text();
    expect(Number(/^quaestor_database_replica_lag_seconds (.+)$/mu.exec(metrics)?.[1])).toBeGreaterThan(5);
    await onStandby('select pg_wal_replay_resume()');
    await eventuallyUsable(true);
    const lines = newLines();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('it lags too much');
    expect(lines[1]).toContain('the replica is usable');
  },
);

it('reports no lag while nothing is written', RARE, async () => {
  await eventuallyUsable(true);
  newLines();
  for (let second = 0; second < 8; second += 1) {
    await wait(1000);
    expect(await usable()).toBe(true);
  }
  expect(newLines()).toEqual([]);
});

it(
  'replies from the primary to requests that wait for a stopped replica, and immediately to all others',
  RARE,
  async () => {
    await eventuallyUsable(true);
    newLines();
    const paths = [
      '/questions?category=Science',
      '/questions?q=read',
      '/questions/facets',
      '/questions/random?count=1',
    ];
    for (const path of paths) expect((await service.fetch(path)).status).toBe(200); // opens the connections
    stop();
    const begun = performance.now();
    const replies = await Promise.all(
      [...paths, ...paths].map(async (path) => {
        const reply = await service.fetch(path);
        return reply.ok ? 'ok' : `${path} ${performance.now() - begun} ${await reply.text()}`;
      }),
    );
    const waited = performance.now() - begun;
    const after = await create();
    const listedAt = performance.now();
    expect(await listed()).toContain(after);
    const listing = performance.now() - listedAt;
    const ready = await service.fetch('/readyz');
    const wasUsable = await usable();
    resume();
    expect(replies.filter((reply) => reply !== 'ok')).toEqual([]);
    expect(waited).toBeLessThan(5000); // a statement alone may take 5 s
    expect(listing).toBeLessThan(2000);
    expect(ready.status).toBe(200);
    expect(wasUsable).toBe(false);
    await eventuallyUsable(true);
    expect(newLines()).toHaveLength(2);
  },
);

it('does not read a replica that has been promoted, and says so', RARE, async () => {
  await eventuallyUsable(true);
  newLines();
  await onStandby('select pg_promote()');
  await eventuallyUsable(false);
  expect(newLines()).toEqual([expect.stringContaining('it has been promoted')]);
  const after = await create();
  expect(await listed()).toContain(after);
});

import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { freePort, json, type Service, startService, temporaryDirectory } from './service.ts';

/** A real streaming replica: a copy of a stopped cluster that follows the primary. */
const directory = await temporaryDirectory();
const primary = path.join(directory.path, 'primary', 'postgres');
const standby = path.join(directory.path, 'standby');
const [primaryPort, standbyPort] = [await freePort(), await freePort()];

const first = await startService({ DATA_DIR: path.dirname(primary) });
const [postgres = ''] = readFileSync(path.join(primary, 'postmaster.opts'), 'utf8').split(' ');
const pgCtl = path.join(path.dirname(postgres), 'pg_ctl');
await first.end();
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
});
afterAll(async () => {
  await service.end();
  for (const data of [standby, primary]) {
    try {
      control(data, 'stop');
    } catch {
      // stopped by the test
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
  const answer = await service.fetch(
    '/questions',
    json({
      question_text: 'Where is it read?',
      correct_answer: 'There',
      category: 'Science',
      difficulty: 0,
    }),
  );
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function listed(): Promise<string[]> {
  const answer = await service.fetch(`/questions?category=Science&limit=1000`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
}

async function eventuallyLists(id: string): Promise<void> {
  while (!(await listed()).includes(id)) await wait(50);
}

it('lists from the replica, reads single questions from the primary, and goes on without the replica', async () => {
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
});

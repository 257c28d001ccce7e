/** @module-tag release */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { freePort, json, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { EventListener } from './event-listener.ts';

/** A real streaming replica, which is promoted to primary. */
const directory = await temporaryDirectory();
const primary = path.join(directory.path, 'primary', 'postgres');
const standby = path.join(directory.path, 'standby');
const [primaryPort, standbyPort] = [await freePort(), await freePort()];
const PATIENCE = { timeout: 120_000 };
const CREATED = 20;

const first = await startService({ DATA_DIR: path.dirname(primary) });
const [postgres = ''] = readFileSync(path.join(primary, 'postmaster.opts'), 'utf8').split(' ');
await first.end();
cpSync(primary, standby, { recursive: true, preserveTimestamps: true });
writeFileSync(path.join(standby, 'standby.signal'), '');
const upstream = `host=127.0.0.1 port=${primaryPort} user=quaestor`;
appendFileSync(path.join(standby, 'postgresql.auto.conf'), `primary_conninfo = '${upstream}'\n`);
execFileSync('chmod', ['700', standby]);
if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres:', standby]);
const running = new Set<string>();
let service: Service | undefined;

afterAll(async () => {
  await service?.end();
  for (const data of running) control(data, 'stop');
  await directory.remove();
});

function control(data: string, action: 'start' | 'stop', port = 0): void {
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  const how = action === 'start' ? ['-o', options, '-l', `${data}/server.log`] : ['-m', 'fast'];
  const command = [path.join(path.dirname(postgres), 'pg_ctl'), '-D', data, '-w', ...how, action];
  const line = command.map((part) => `'${part}'`).join(' ');
  if (process.getuid?.() === 0) execFileSync('su', ['-s', '/bin/sh', 'postgres', '-c', line], { stdio: 'ignore' });
  else execFileSync('sh', ['-c', line], { stdio: 'ignore' });
  running[action === 'start' ? 'add' : 'delete'](data);
}

async function onStandby<Row extends object>(statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url(standbyPort) });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

const url = (port: number) => `postgres://quaestor@127.0.0.1:${port}/quaestor`;
const settings = { RATE_LIMIT: 'false', LOG_LEVEL: 'warn' };

async function create(to: Service): Promise<string[]> {
  const questions = Array.from({ length: CREATED }, (_, index) => ({
    question_text: `Who is told of number ${index}?`,
    correct_answer: 'Everybody',
    category: 'Science',
    difficulty: 0,
  }));
  const reply = await to.fetch('/questions', json(questions));
  const { data } = (await reply.json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}

it('lets a reader miss nothing while the replica lags or when it takes over', async () => {
  control(primary, 'start', primaryPort);
  control(standby, 'start', standbyPort);
  const before = await startService({
    ...settings,
    DATABASE_URL: url(primaryPort),
    DATABASE_REPLICA_URL: url(standbyPort),
  });
  service = before;
  let { origin } = before;
  const listener = await new EventListener({ origin: () => origin, authorization: before.authorization }).open();

  await onStandby('select pg_wal_replay_pause()');
  const ids = await create(before);
  await expect.poll(() => listener.resources, PATIENCE).toEqual(ids);
  expect(await onStandby('select count(*) from events')).toEqual([{ count: '0' }]); // so the service read the primary
  await onStandby('select pg_wal_replay_resume()');
  await expect
    .poll(() => onStandby<{ count: string }>('select count(*) from events'), PATIENCE)
    .toEqual([{ count: String(CREATED) }]);

  await before.end();
  control(primary, 'stop');
  await onStandby('select pg_promote()');
  const after = await startService({ ...settings, DATABASE_URL: url(standbyPort) });
  service = after;
  ({ origin } = after);
  await expect.poll(() => listener.connections, PATIENCE).toBeGreaterThan(1);
  const later = await create(after);
  await expect.poll(() => later.filter((id) => !listener.resources.includes(id)), PATIENCE).toEqual([]);
  listener.close();
  expect(new Set(listener.resources)).toEqual(new Set([...ids, ...later]));
  expect(new Set(listener.ids).size).toBe(listener.ids.length);
  expect(listener.gaps).toBe(0);
});

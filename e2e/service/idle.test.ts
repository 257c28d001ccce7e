/** @module-tag release */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';

/** Long enough for several rounds of everything that repeats, except what repeats once a minute. */
const MEASURED_SECONDS = 30;
const MAX_PER_SECOND = 5;

const directory = await temporaryDirectory();
const url = await newDatabase();
let service: Service;

beforeAll(async () => {
  service = await startService({ DATA_DIR: directory.path, DATABASE_URL: url });
});
afterAll(async () => {
  await service.end();
  await directory.remove();
});

async function countTransactions(): Promise<number> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  const { rows } = await client.query<{ count: number }>({
    text: 'select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = $1',
    values: [new URL(url).pathname.slice(1)],
  });
  await client.end();
  return rows[0]?.count ?? 0;
}

/** The processor time that the service has used so far, in hundredths of a second. */
function cpuTicks(): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${service.process.pid}/stat`, 'utf8')
    .replace(/^.*\) /u, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return user + system;
}

it(`runs at most ${MAX_PER_SECOND} transactions per second when nothing happens`, { timeout: 300_000 }, async () => {
  await wait(15_000); // statistics of the start are written late
  const [transactions, ticks] = [await countTransactions(), cpuTicks()];
  await wait(MEASURED_SECONDS * 1000);
  const perSecond = ((await countTransactions()) - transactions) / MEASURED_SECONDS;
  const cpu = ((cpuTicks() - ticks) / 100 / MEASURED_SECONDS) * 60;
  process.stdout.write(
    `idle: ${perSecond.toFixed(1)} transactions per second, ${cpu.toFixed(1)} s of CPU per minute\n`,
  );
  expect(perSecond).toBeLessThanOrEqual(MAX_PER_SECOND);
});

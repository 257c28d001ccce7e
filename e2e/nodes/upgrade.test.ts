/** @module-tag release */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { end } from '../support/analysis-nodes.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { schemaOf } from '../support/schema-of.ts';
import { findDifferences, type Service, startProgram, startService, temporaryDirectory } from '../support/service.ts';
import { UpgradeLoad } from '../support/upgrade-load.ts';
import { WriteLoad } from '../support/write-load.ts';
import { findEarlierCommit, unpackCommit } from './earlier-release.ts';

const ROWS = Number(process.env['UPGRADE_ROWS'] ?? 20_000);
const SECONDS = Number(process.env['UPGRADE_SECONDS'] ?? 10);
/** Seeding and verifying a million questions take minutes each, and much longer on a busy machine. */
const TIME_LIMIT_MS = 300_000 + SECONDS * 1000 + ROWS * 2;
const ALONE_MS = 2000;
/** On a busy machine a slow reply does not count as failed. The slowest is reported. */
const PATIENCE = {
  READ_TIMEOUT_MS: '20000',
  SCAN_TIMEOUT_MS: '20000',
  WRITE_TIMEOUT_MS: '30000',
  RESPONSE_TIMEOUT_MS: '60000',
};
const SETTINGS = {
  ...PATIENCE,
  RATE_LIMIT: 'false',
  OVERLOAD_DELAY_MS: '0',
  LOG_LEVEL: 'warn',
  ANALYSIS_THREADS: '1',
};

const commit = findEarlierCommit();
if (commit === undefined)
  process.stderr.write('SKIPPED: the upgrade was not tried, the repository has no earlier migrations.\n');

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
}, 300_000);

it.skipIf(commit === undefined)(
  'upgrades a bank from the previous release under load, while both run, without failing a request',
  { timeout: TIME_LIMIT_MS },
  async () => {
    const directory = await temporaryDirectory();
    undo.push(() => directory.remove());
    const before = path.join(directory.path, 'before');
    unpackCommit(commit ?? '', before);
    const postgres = await startOwnPostgres(path.join(directory.path, 'data'));
    undo.push(() => postgres.stop());
    const [url, fresh] = await makeDatabases(postgres.url, 'upgraded', 'fresh');
    await run('migrate', url, before);
    await seed(url, before);
    const environment = { ...SETTINGS, DATABASE_URL: url, ANALYSIS_SHARD_SIZE: String(Math.ceil(ROWS / 20)) };
    const startNodes = async (root?: string) => {
      const worker = startProgram(environment, [], 'worker', root);
      undo.push(() => end(worker.process, 'SIGTERM'));
      const api = await startService(environment, [], 'api', root);
      undo.push(() => end(api.process, 'SIGTERM'));
      return { api, worker };
    };

    const old = await startNodes(before);
    let apis: Service[] = [old.api];
    let turn = 0;
    const inTurn = () => apis[(turn += 1) % apis.length] ?? old.api;
    const writes = new WriteLoad('upgrade', inTurn);
    const load = new UpgradeLoad(inTurn);
    await wait(ALONE_MS);
    const startedAt = performance.now();
    await run('migrate', url);
    const migratedMs = Math.round(performance.now() - startedAt);
    expect((await old.api.fetch('/readyz')).status).toBe(200);

    const current = await startNodes();
    apis = [old.api, current.api];
    await wait(SECONDS * 1000);
    apis = [current.api];
    await wait(1000); // for the last requests to the old process
    expect(await old.api.end()).toBe(0);
    await end(old.worker.process, 'SIGTERM');
    await wait(ALONE_MS);
    await Promise.all([writes.stop(), load.stop()]);
    process.stdout.write(
      `upgrade from ${commit?.slice(0, 7)}, ${ROWS} questions: migrated in ${migratedMs} ms; ${writes.summary()}; ` +
        `${load.reads} reads, the slowest in ${Math.round(load.slowestReadMs)} ms; ${load.runs} analyses\n`,
    );

    expect(load.failed).toEqual([]);
    expect([...writes.statuses.keys()].filter((status) => status >= 300)).toEqual([]);
    expect(writes.lost).toBe(0);
    expect(writes.acknowledged).toBeGreaterThan(20);
    expect(load.runs).toBeGreaterThan(0); // one was running at all times
    const sql = new pg.Pool({ connectionString: url, application_name: 'e2e' });
    undo.push(() => sql.end());
    expect(await writes.ledger.listLost(sql)).toEqual([]);
    const unfinished = await sql.query(`select id, status, error from analyses where status <> 'succeeded'`);
    expect(unfinished.rows).toEqual([]);
    await run('migrate', fresh);
    expect(await schemaOf(url)).toEqual(await schemaOf(fresh));
    expect(await findDifferences(url)).toEqual([]);
  },
);

async function makeDatabases(url: string, ...names: string[]): Promise<[string, string]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const name of names) await client.query(`create database ${name}`);
  await client.end();
  const [first = '', second = ''] = names.map((name) => Object.assign(new URL(url), { pathname: `/${name}` }).href);
  return [first, second];
}

async function run(program: 'migrate', url: string, root?: string): Promise<void> {
  const task = startProgram({ DATABASE_URL: url }, [], program, root);
  const [code] = (await once(task.process, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${task.output()}`);
}

/** Creates questions through the earlier release. */
async function seed(url: string, root: string): Promise<void> {
  const script = `import { seedBank } from './bench/src/seed.ts'; await seedBank(${JSON.stringify(url)}, ${ROWS}, () => {});`;
  await promisify(execFile)('node', ['--input-type=module', '--eval', script], { cwd: root });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into events (transaction_id, type, resource_id, version, changed, actor, occurred_at)
                      select transaction_id, 'question.created', id, version, '{}', updated_by, created_at from questions`);
  await client.end();
}

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalysisNodes, end } from '../support/analysis-nodes.ts';
import { AnalysisRun } from '../support/analysis-run.ts';
import { generateQuestions } from '../support/generated-questions.ts';
import { findMachinePostgres, makeEmptyDatabase, onServer } from '../support/machine-postgres.ts';
import { schemaOf } from '../support/schema-of.ts';
import {
  findDifferences,
  json,
  runProgram,
  type Service,
  startProgram,
  startService,
  temporaryDirectory,
} from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';
import { WriteLoad } from '../support/write-load.ts';

const SETTINGS = {
  RATE_LIMIT: 'false',
  OVERLOAD_DELAY_MS: '0',
  LOG_LEVEL: 'warn',
  ANALYSIS_SHARD_SIZE: '20',
  ANALYSIS_THREADS: '1',
};
const WITHIN_MS = 200_000;
const RARE = { tags: ['release'] };
const machine = await findMachinePostgres();

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
}, 300_000);

const directory = await temporaryDirectory();
undo.push(() => directory.remove());
const backups = path.join(directory.path, 'backups');

/**
 * The remains of a lost bank: a backup made while it was being written to, and the writes it had acknowledged before.
 */
interface Left {
  backup: string;
  ledger: WriteLoad['ledger'];
  /** One import that was running at the time of the backup, and one that was queued. */
  runs: string[];
}
let left: Left;
/** The database to which the backup is restored. */
let target: { url: string };

beforeAll(async () => {
  const nodes = await AnalysisNodes.start(SETTINGS);
  const created = await nodes.api.fetch('/questions', json(generateQuestions(0, 1000)));
  expect(created.status).toBe(201);
  const running = await AnalysisRun.start(nodes, { analysis_type: 'text_statistics', filter: {} });
  await running.until(({ completed }) => completed > 0);
  await Promise.all(nodes.workers.map((worker) => end(worker, 'SIGKILL')));
  await running.poll();
  expect(running.progress.status).toBe('running');
  const waiting = await AnalysisRun.start(nodes, { analysis_type: 'item_flaws', filter: {} });

  const before = new WriteLoad('before', () => nodes.api);
  const during = new WriteLoad('during', () => nodes.api);
  await before.more(200);
  await before.stop();
  const writtenBefore = during.acknowledged;
  const { code, output } = await runProgram('backup', { DATABASE_URL: nodes.postgres.url }, [backups]);
  expect([code, output]).toEqual([0, expect.stringMatching(/rows as of .* [KM]B: /u)]);
  expect(during.acknowledged).toBeGreaterThan(writtenBefore);
  await during.more(50);
  const stopped = during.stop();
  await end(nodes.api.process, 'SIGKILL');
  for (const pid of nodes.postgres.processes()) process.kill(pid, 'SIGKILL');
  undo.push(() => nodes.end().catch(() => {}));
  await Promise.race([stopped, wait(1000)]); // its writers retry requests that are never acknowledged
  left = { backup: output.split('\n')[0] ?? '', ledger: before.ledger, runs: [running.id, waiting.id] };

  target = { url: await newDatabase() };
}, 300_000);

describe('a lost bank', () => {
  const NAME = 'with every write acknowledged before the backup';
  it(`can be restored on PostgreSQL 18, ${NAME}`, () => expectRestoredOn(target.url));
  it.skipIf(machine === undefined)(`can be restored on the local PostgreSQL, ${NAME}`, { tags: ['release'] }, () =>
    expectRestoredOn(machine ?? ''),
  );

  async function expectRestoredOn(serverUrl: string): Promise<void> {
    const url = await makeEmptyDatabase(serverUrl, 'quaestor_restored');
    const fresh = await makeEmptyDatabase(serverUrl, 'quaestor_fresh');
    const { code, output } = await runProgram('restore', { DATABASE_URL: url }, [left.backup]);
    expect([code, output]).toEqual([0, expect.stringMatching(/\n0 of \d+ checks failed\n/u)]);

    const sql = new pg.Pool({ connectionString: url, application_name: 'e2e' });
    expect(left.ledger.size).toBeGreaterThan(100);
    expect(await left.ledger.listLost(sql)).toEqual([]);
    await runProgram('migrate', { DATABASE_URL: fresh });
    expect(await schemaOf(url)).toEqual(await schemaOf(fresh));
    const vacuumed = await sql.query<{ share: number }>(
      `select relallvisible::float / relpages as share from pg_class where relname = 'questions'`,
    );
    expect(vacuumed.rows[0]?.share).toBeGreaterThan(0.5); // most pages are frozen without a vacuum

    const service = await startService({ ...SETTINGS, DATABASE_URL: url });
    const writes = new WriteLoad('after', () => service);
    await writes.more(50);
    for (const id of left.runs) expect(await untilEnded(service, id)).toBe('succeeded');
    await writes.stop();
    expect(await writes.ledger.listLost(sql)).toEqual([]);
    expect(await service.end()).toBe(0);
    expect(await findDifferences(url)).toEqual([]);
    await sql.end();
    await onServer(
      serverUrl,
      'drop database quaestor_restored with (force)',
      'drop database quaestor_fresh with (force)',
    );
  }

  it('cannot be restored over an existing bank', async () => {
    const { code, output } = await runProgram('restore', { DATABASE_URL: target.url }, [left.backup]);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^The database is not empty: it has \d+ tables .*such as/u),
    ]);
  });

  it('can be restored into your own database', { tags: ['release'] }, async () => {
    const own = { DATA_DIR: path.join(directory.path, 'own') };
    const { code, output } = await runProgram('restore', own, [left.backup]);
    expect([code, output]).toEqual([0, expect.stringContaining('Restored.')]);
  });
});

async function untilEnded(service: Service, id: string): Promise<string> {
  for (const giveUpAt = Date.now() + WITHIN_MS; Date.now() < giveUpAt; await wait(100)) {
    const { status } = (await (await service.fetch(`/analysis/${id}`)).json()) as { status: string };
    if (!['queued', 'running'].includes(status)) return status;
  }
  return 'still running';
}

describe('a backup', () => {
  const damaged = async (name: string, damage: (place: string) => Promise<unknown>) => {
    const place = path.join(directory.path, name);
    await cp(left.backup, place, { recursive: true });
    await damage(place);
    const url = await makeEmptyDatabase(target.url, 'quaestor_untouched');
    const { code, output } = await runProgram('restore', { DATABASE_URL: url }, [place]);
    expect(await schemaOf(url)).toEqual([]);
    return [code, output.trim()];
  };

  it('can be read only by its owner', () => {
    const modes = [left.backup, ...readdirSync(left.backup).map((file) => path.join(left.backup, file))];
    expect(modes.map((file) => statSync(file).mode & 0o077)).toEqual(modes.map(() => 0));
  });

  it('cannot be restored if a part is truncated, and the message names the part', async () => {
    const size = statSync(path.join(left.backup, 'questions.copy.zst')).size;
    const outcome = await damaged('cut', (place) => truncate(path.join(place, 'questions.copy.zst'), size - 1));
    expect(outcome).toEqual([
      1,
      expect.stringContaining(`questions.copy.zst has ${size - 1} bytes instead of ${size}`),
    ]);
  });

  it('cannot be restored if a bit has changed, and the message names the part', RARE, async () => {
    const outcome = await damaged('changed', async (place) => {
      const file = path.join(place, 'events.copy.zst');
      const bytes = readFileSync(file);
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    });
    expect(outcome).toEqual([1, expect.stringContaining('events.copy.zst has another checksum')]);
  });

  it('cannot be restored if a part is missing, and the message names the part', RARE, async () => {
    const outcome = await damaged('incomplete', (place) => rm(path.join(place, 'tokens.copy.zst')));
    expect(outcome).toEqual([1, expect.stringContaining('tokens.copy.zst is missing')]);
  });

  it('cannot be restored if its manifest was changed', RARE, async () => {
    const outcome = await damaged('edited', async (place) => {
      const file = path.join(place, 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"release": "1', '"release": "2'));
    });
    expect(outcome).toEqual([1, expect.stringContaining('manifest.json is damaged')]);
  });

  it('leaves nothing that looks like a backup if it is killed', { timeout: WITHIN_MS }, async () => {
    const place = path.join(directory.path, 'killed');
    await mkdir(place);
    for (let attempt = 0; ; attempt += 1) {
      const backup = startProgram({ DATABASE_URL: target.url }, [place], 'backup');
      while (!readdirSync(place).some((name) => name.endsWith('.partial'))) await wait(1);
      await end(backup.process, 'SIGKILL');
      const found = readdirSync(place);
      expect(
        found.filter((name) => name.startsWith('quaestor-') && existsSync(path.join(place, name, 'manifest.json'))),
      ).toHaveLength(found.filter((name) => name.endsWith('Z')).length);
      const partial = found.find((name) => name.endsWith('.partial'));
      if (partial !== undefined) {
        const url = await makeEmptyDatabase(target.url, 'quaestor_untouched');
        const { code, output } = await runProgram('restore', { DATABASE_URL: url }, [path.join(place, partial)]);
        expect([code, output]).toEqual([1, expect.stringContaining('is not a finished backup')]);
        return;
      }
      if (attempt === 20) throw new Error('every backup was finished before it was killed');
    }
  });

  it('fails immediately if its directory cannot be created', RARE, async () => {
    const { code, output } = await runProgram('backup', { DATABASE_URL: target.url }, ['/proc/nowhere/backups']);
    expect([code, output]).toEqual([1, expect.stringContaining("mkdir '/proc/nowhere'")]);
  });

  it('reports its success to Prometheus, and keeps the requested number of backups', async () => {
    const { code } = await runProgram('backup', { DATABASE_URL: target.url }, [backups, '--keep', '1']);
    expect(code).toBe(0);
    const kept = readdirSync(backups);
    expect(kept).toEqual([expect.stringMatching(/^quaestor-\d{8}T\d{6}Z$/u), 'quaestor_backup.prom']);
    const text = readFileSync(path.join(backups, 'quaestor_backup.prom'), 'utf8');
    const at = Number(/^quaestor_backup_last_success_timestamp_seconds ([\d.]+)$/mu.exec(text)?.[1]);
    expect(Math.abs(Date.now() / 1000 - at)).toBeLessThan(60);
    expect(text).toMatch(/^quaestor_backup_size_bytes \d+$/mu);
    expect(text).toMatch(/^quaestor_backup_duration_seconds [\d.]+$/mu);
  });
});

async function lastPage(service: Service): Promise<{ data: object[] }> {
  const page = (await (await service.fetch('/questions?limit=100&offset=200')).json()) as { data: object[] };
  expect(page.data.length).toBeGreaterThan(10);
  return page;
}

describe('your own database', () => {
  it('can be backed up while the service runs, and moved to another database once it has stopped', {
    timeout: 2 * WITHIN_MS,
  }, async () => {
    const own = { DATA_DIR: path.join(directory.path, 'demo') };
    const place = path.join(directory.path, 'of-demo');
    const service = await startService(own, ['--demo']);
    while (!service.output().includes('Stop ')) await wait(50);
    const page = await lastPage(service);
    expect((await runProgram('backup', own, [place])).code).toBe(0);
    const url = await makeEmptyDatabase(machine ?? target.url, 'quaestor_moved');
    const early = await runProgram('move-to', own, [url]);
    expect([early.code, early.output]).toEqual([1, expect.stringContaining('Quaestor is already running')]);
    expect(await service.end()).toBe(0);
    await wait(1000); // the name of a backup has a resolution of one second
    expect((await runProgram('backup', own, [place])).code).toBe(0);

    const { code, output } = await runProgram('move-to', own, [url]);
    expect([code, output]).toEqual([0, expect.stringContaining('Set DATABASE_URL to TARGET_URL')]);
    const moved = await startService({ ...SETTINGS, DATABASE_URL: url }, [], 'api');
    expect(await lastPage(moved)).toEqual(page);
    const busy = await runProgram('move-to', { DATABASE_URL: url }, [
      await makeEmptyDatabase(target.url, 'quaestor_again'),
    ]);
    expect([busy.code, busy.output]).toEqual([1, expect.stringMatching(/still connected .*quaestor/u)]);
    expect(await moved.end()).toBe(0);
    await onServer(machine ?? target.url, 'drop database quaestor_moved with (force)');
  });
});

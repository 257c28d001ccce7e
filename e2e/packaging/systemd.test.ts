/** @module-tag release */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { freePort, temporaryDirectory } from '../support/service.ts';

/**
 * systemd checks and rates the units, and their commands run as an unprivileged user with the unit's environment. The
 * sandbox itself is not tested, because it needs systemd as the init process.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const UNITS = path.join(ROOT, 'deploy/systemd');
const MAX_EXPOSURE = 2;
const READY_WITHIN_MS = 90_000;
/** The time that `server/src/bin/run.ts` allows for closing connections at the end. */
const CLOSE_WITHIN_SECONDS = 10;
const STOP_WITHIN_MS = 45_000;
/** The user `nobody`, without rights or files. */
const USER = 65_534;

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd && process.env['CI'] === 'true') throw new Error('systemd-analyze is not installed');
if (!hasSystemd) process.stdout.write('SKIPPED: systemd-analyze is not installed\n');

const units = readdirSync(UNITS).filter((name) => name.endsWith('.service'));
const read = (unit: string) => readFileSync(path.join(UNITS, unit), 'utf8');
/** All values of a directive, in order. */
const valuesOf = (unit: string, directive: string) =>
  [...read(unit).matchAll(new RegExp(`^${directive}=(.*)$`, 'gmu'))].map((match) => match[1] ?? '');

const directory = await temporaryDirectory();
afterAll(() => directory.remove());

/** Reads the settings from the example file of the how-to page. */
function readExample(): Record<string, string> {
  const lines = readFileSync(path.join(UNITS, 'quaestor.env.example'), 'utf8').split('\n');
  const pairs = lines.filter((line) => /^[A-Z]/u.test(line)).map((line) => line.split(/=(.*)/su).slice(0, 2));
  return Object.fromEntries(pairs) as Record<string, string>;
}

describe('the units', () => {
  it('each start their own program', () => {
    const started = units.flatMap((unit) => valuesOf(unit, 'ExecStart'));
    const programs = ['api', 'backup /var/lib/quaestor-backups --keep 14', 'migrate', 'worker'];
    expect(started).toEqual(programs.map((program) => `/opt/quaestor/bin/quaestor-server ${program}`));
  });

  it('have the same hardening', () => {
    const parts = units.map((unit) =>
      /^CapabilityBoundingSet=[^]*?(?=\n\n\[Install\]|$(?![^]))/mu.exec(read(unit))?.[0].trimEnd(),
    );
    expect(parts[0]).toContain('MemoryDenyWriteExecute=no'); // V8 needs it
    expect(new Set(parts).size).toBe(1);
  });

  it.each(['quaestor-api.service', 'quaestor-worker.service'])('%s has enough time to stop', (unit) => {
    const { STOP_DELAY_MS = '0', STOP_TIMEOUT_MS = '10000' } = readExample();
    const needed = (Number(STOP_DELAY_MS) + Number(STOP_TIMEOUT_MS)) / 1000 + CLOSE_WITHIN_SECONDS;
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(needed);
    expect(valuesOf(unit, 'RestartPreventExitStatus')).toEqual(['64 78']);
  });

  it('use only existing settings, and no secret appears in the example', () => {
    const reference = readFileSync(path.join(ROOT, 'docs/reference/configuration.md'), 'utf8');
    const settings = new Set([...reference.matchAll(/^\| `([A-Z\d_]+)`/gmu)].map((match) => match[1] ?? ''));
    const example = readExample();
    expect(Object.keys(example).filter((name) => !settings.has(name))).toEqual([]);
    expect([example['BOOTSTRAP_TOKEN'], example['DATABASE_URL']]).toEqual(['', '']);
  });
});

describe.skipIf(!hasSystemd)('systemd', () => {
  /** Replaces the programs with ones that exist, and leaves the rest of the unit unchanged. */
  async function copyUnits(): Promise<string> {
    const copies = path.join(directory.path, 'units');
    cpSync(UNITS, copies, { recursive: true });
    for (const unit of units)
      writeFileSync(path.join(copies, unit), read(unit).replaceAll('/opt/quaestor/bin/quaestor-server', '/bin/true'));
    return copies;
  }

  function rate(file: string): number {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    const [, level] = /exposure level for \S+: ([\d.]+)/u.exec(stdout) ?? [];
    if (level === undefined) throw new Error(`no rating: ${stdout} ${stderr}`);
    return Number(level);
  }

  it.each([...units, 'quaestor-backup.timer'])('finds nothing wrong with %s', async (unit) => {
    const file = path.join(await copyUnits(), unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8', timeout: 60_000 });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('reports a directive that does not exist', async () => {
    const file = path.join(await copyUnits(), 'quaestor-api.service');
    writeFileSync(file, readFileSync(file, 'utf8').replace('ProtectHome=', 'ProtectHouse='));
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8', timeout: 60_000 });
    expect(stderr).toContain('ProtectHouse');
  });

  it.each(units)(`rates the exposure of %s at ${MAX_EXPOSURE} or less`, async (unit) => {
    const file = path.join(await copyUnits(), unit);
    expect(rate(file) <= MAX_EXPOSURE).toBe(true);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^(?:SystemCallFilter|CapabilityBoundingSet)=.*$/gmu, ''));
    expect(rate(file) <= MAX_EXPOSURE).toBe(false);
  });
});

describe('the commands of the units, run by an unprivileged user', () => {
  let postgres: OwnPostgres;
  let environment: Record<string, string>;

  beforeAll(async () => {
    postgres = await startOwnPostgres(path.join(directory.path, 'own'));
    const state = path.join(directory.path, 'state');
    await mkdir(state);
    if (process.getuid?.() === 0) await chown(state, USER, USER);
    environment = {
      ...readExample(),
      DATABASE_URL: postgres.url,
      BOOTSTRAP_TOKEN: randomBytes(24).toString('base64url'),
      DATA_DIR: state, // systemd would create the unit's directory
      PORT: String(await freePort()),
      WORKER_PORT: String(await freePort()),
      STOP_DELAY_MS: '500',
    };
  });
  afterAll(() => postgres.stop());

  /** Runs the program of a role from its source, as `quaestor-server ROLE` does. */
  function start(unit: string): ChildProcess {
    const role = valuesOf(unit, 'ExecStart')[0]?.split(' ')[1] ?? '';
    const user = process.getuid?.() === 0 && mayRead(ROOT) ? { uid: USER, gid: USER } : {};
    return spawn(process.execPath, [`server/src/bin/${role}.ts`], {
      cwd: ROOT,
      env: environment,
      stdio: 'ignore',
      ...user,
    });
  }

  /** True if that user can read the project's directory. */
  function mayRead(folder: string): boolean {
    const look = spawnSync('ls', [path.join(folder, 'server/src')], { uid: USER, gid: USER });
    if (look.status !== 0) process.stdout.write('SKIPPED: the project is closed to other users; run by this one\n');
    return look.status === 0;
  }

  it('migrate, then serve, and stop on SIGTERM', { timeout: 300_000 }, async () => {
    const [code] = (await once(start('quaestor-migrate.service'), 'exit')) as [number | null];
    expect(code).toBe(0);
    for (const [unit, setting] of [
      ['quaestor-api.service', 'PORT'],
      ['quaestor-worker.service', 'WORKER_PORT'],
    ] as const) {
      const program = start(unit);
      const ended = once(program, 'exit');
      try {
        const ready = () =>
          fetch(`http://127.0.0.1:${environment[setting]}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
        await expect.poll(ready, { timeout: READY_WITHIN_MS }).toBe(true);
        program.kill('SIGTERM');
        expect(await Promise.race([ended, wait(STOP_WITHIN_MS, 'still running')])).toEqual([0, null]);
      } finally {
        program.kill('SIGKILL');
      }
    }
  });

  it('report a wrong setting, with the exit code after which systemd does not restart them', async () => {
    environment = { ...environment, STOP_DELAY_MS: 'soon' };
    const [code] = (await once(start('quaestor-api.service'), 'exit')) as [number | null];
    expect(code).toBe(78);
  });
});

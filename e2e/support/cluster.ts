import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startService } from './service.ts';

export interface OwnPostgres {
  url: string;
  /** The directory with its files. */
  data: string;
  /** The postmaster. */
  postmaster(): number;
  /** Reads its log. */
  log(): string;
  /** `immediate` has the effect of a crash: connections break and uncommitted work is lost. */
  restart(mode: 'immediate' | 'fast'): void;
  /** Starts it after a kill, retrying until the leftover processes have ended. */
  start(): Promise<void>;
  stop(): void;
  /** The postmaster and all its children. */
  processes(): number[];
}

export interface Preparation {
  /** Called before PostgreSQL starts with the test's settings, to change its files. */
  prepare?: (data: string) => void;
  /** Creates a file that PostgreSQL may write to. */
  log?: string;
}

const STARTED_WITHIN_MS = 60_000;
const OPTIONS = 'postmaster.opts';

/** Creates the files of a PostgreSQL with one migrated database, by running `npm start` and stopping it. */
export async function makeCluster(directory: string): Promise<string> {
  const first = await startService({ DATA_DIR: directory });
  await first.end();
  const data = path.join(directory, 'postgres');
  // The service replies before it handles signals, and an earlier signal would leave its PostgreSQL running.
  tryTo(() => control(data, '-m', 'fast', 'stop'));
  return data;
}

/** Copies the files of a stopped PostgreSQL, which takes half a second; creating them would take four. */
export function copyCluster(from: string, directory: string): string {
  const data = path.join(directory, 'postgres');
  mkdirSync(directory, { recursive: true });
  execFileSync('cp', ['-a', from, data]);
  return data;
}

export async function startCluster(
  data: string,
  settings: Readonly<Record<string, string>>,
  { prepare = () => {}, log = path.join(data, 'server.log') }: Preparation = {},
): Promise<OwnPostgres> {
  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', shared_buffers: '256MB', ...settings };
  const options = [`-p ${port}`, ...Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)].join(' ');
  const start = () => control(data, '-w', '-l', log, '-o', options, 'start');
  const stop = () => tryTo(() => control(data, '-m', 'fast', '-w', 'stop'));
  prepare(data);
  start();
  const postmaster = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url: `postgres://quaestor@127.0.0.1:${port}/quaestor`,
    data,
    postmaster,
    log: () => readFileSync(log, 'utf8'),
    restart: (mode) => control(data, '-m', mode, '-w', '-l', log, 'restart'), // keeps its settings
    start: async () => {
      for (const giveUpAt = Date.now() + STARTED_WITHIN_MS; ; await wait(200)) {
        try {
          return start();
        } catch (error) {
          if (Date.now() > giveUpAt) throw error;
        }
      }
    },
    stop,
    processes: () => {
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster())], { encoding: 'utf8' });
      return [postmaster(), ...children.trim().split(/\s+/u).map(Number)];
    },
  };
}

/** Runs the pg_ctl that belongs to the programs that last used these files. */
function control(data: string, ...args: string[]): void {
  const [postgres = ''] = readFileSync(path.join(data, OPTIONS), 'utf8').split(' ');
  asOwner([path.join(path.dirname(postgres), 'pg_ctl'), '-D', data, ...args]);
}

function tryTo(stop: () => void): void {
  try {
    stop();
  } catch {
    // it was not running
  }
}

/** PostgreSQL cannot run as root. */
export function asOwner(command: readonly string[]): void {
  const quoted = command.map((part) => `'${part}'`).join(' ');
  const [program, ...args] =
    process.getuid?.() === 0 ? ['su', '-s', '/bin/sh', 'postgres', '-c', quoted] : ['sh', '-c', quoted];
  execFileSync(program, args, { stdio: 'ignore' });
}

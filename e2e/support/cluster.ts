import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startService } from './service.ts';

export interface OwnPostgres {
  url: string;
  /** Where its files are. */
  data: string;
  /** The process that all others of it belong to. */
  postmaster(): number;
  /** What it has written to its log. */
  log(): string;
  /** `immediate` is like a crash: connections break and what was not committed is gone. */
  restart(mode: 'immediate' | 'fast'): void;
  /** After it was killed: tried until what it left behind has ended. */
  start(): Promise<void>;
  stop(): void;
  /** The postmaster and all its children. */
  processes(): number[];
}

export interface Preparation {
  /** May change the files before PostgreSQL is started with the settings of the test. */
  prepare?: (data: string) => void;
  /** A file that PostgreSQL may write to. */
  log?: string;
}

const STARTED_WITHIN_MS = 60_000;
const OPTIONS = 'postmaster.opts';

/** The files of a PostgreSQL with one migrated database. `npm start` makes both and is ended. */
export async function makeCluster(directory: string): Promise<string> {
  const first = await startService({ DATA_DIR: directory });
  await first.end();
  const data = path.join(directory, 'postgres');
  // The service replies before it listens to signals, and one in between leaves its PostgreSQL running.
  tryTo(() => control(data, '-m', 'fast', 'stop'));
  return data;
}

/** The files of a stopped PostgreSQL once more: half a second instead of the four that making them takes. */
export function copyCluster(from: string, directory: string): string {
  const data = path.join(directory, 'postgres');
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
    restart: (mode) => control(data, '-m', mode, '-w', '-l', log, 'restart'), // with the settings it was started with
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

/** The programs beside the one that these files were last used by. */
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

/** PostgreSQL does not run as root. */
export function asOwner(command: readonly string[]): void {
  const quoted = command.map((part) => `'${part}'`).join(' ');
  const [program, ...args] =
    process.getuid?.() === 0 ? ['su', '-s', '/bin/sh', 'postgres', '-c', quoted] : ['sh', '-c', quoted];
  execFileSync(program, args, { stdio: 'ignore' });
}

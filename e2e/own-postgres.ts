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

const STARTED_WITHIN_MS = 60_000;

export interface Preparation {
  /** May change the files before PostgreSQL is started with the settings of the test. */
  prepare?: (data: string) => void;
  /** A file that PostgreSQL may write to. */
  log?: string;
}

/** A migrated database in a PostgreSQL of the test's own, on one port for good. `npm start` makes both and is ended. */
export async function startOwnPostgres(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
  { prepare = () => {}, log = path.join(directory, 'postgres', 'server.log') }: Preparation = {},
): Promise<OwnPostgres> {
  const data = path.join(directory, 'postgres');
  const first = await startService({ DATA_DIR: directory });
  const [postgres = ''] = readFileSync(path.join(data, 'postmaster.opts'), 'utf8').split(' ');
  await first.end();
  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', shared_buffers: '256MB', ...settings };
  const options = [`-p ${port}`, ...Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)].join(' ');
  const control = (...args: string[]) =>
    asOwner([path.join(path.dirname(postgres), 'pg_ctl'), '-D', data, '-w', '-l', log, ...args]);
  stopIfRunning(() => control('-m', 'fast', 'stop'));
  prepare(data);
  control('-o', options, 'start');
  const postmaster = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url: `postgres://quaestor@127.0.0.1:${port}/quaestor`,
    data,
    postmaster,
    log: () => readFileSync(log, 'utf8'),
    restart: (mode) => control('-m', mode, 'restart'), // with the settings it was started with
    start: async () => {
      for (const giveUpAt = Date.now() + STARTED_WITHIN_MS; ; await wait(200)) {
        try {
          return control('-o', options, 'start');
        } catch (error) {
          if (Date.now() > giveUpAt) throw error;
        }
      }
    },
    stop: () => stopIfRunning(() => control('-m', 'fast', 'stop')),
    processes: () => {
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster())], { encoding: 'utf8' });
      return [postmaster(), ...children.trim().split(/\s+/u).map(Number)];
    },
  };
}

/** The service replies before it listens to signals, and one in between leaves its PostgreSQL running. */
function stopIfRunning(stop: () => void): void {
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

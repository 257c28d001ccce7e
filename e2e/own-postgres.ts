import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, startService } from './service.ts';

export interface OwnPostgres {
  url: string;
  /** `immediate` is like a crash: connections break and what was not committed is gone. */
  restart(mode: 'immediate' | 'fast'): void;
  stop(): void;
  /** The postmaster and all its children. */
  processes(): number[];
}

/** A migrated database in a PostgreSQL of the test's own, on one port for good. `npm start` makes both and is ended. */
export async function startOwnPostgres(directory: string): Promise<OwnPostgres> {
  const data = path.join(directory, 'postgres');
  const first = await startService({ DATA_DIR: directory });
  const [postgres = ''] = readFileSync(path.join(data, 'postmaster.opts'), 'utf8').split(' ');
  await first.end();
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=256MB`;
  const control = (...args: string[]) =>
    asOwner([path.join(path.dirname(postgres), 'pg_ctl'), '-D', data, '-w', '-l', `${data}/server.log`, ...args]);
  // Not `start`: the service answers before it listens to signals, and one in between leaves its PostgreSQL running.
  control('-o', settings, 'restart');
  return {
    url: `postgres://quaestor@127.0.0.1:${port}/quaestor`,
    restart: (mode) => control('-m', mode, 'restart'), // with the settings it was started with
    stop: () => control('-m', 'fast', 'stop'),
    processes: () => {
      const postmaster = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
      return [postmaster, ...children.trim().split(/\s+/u).map(Number)];
    },
  };
}

/** PostgreSQL does not run as root. */
function asOwner(command: readonly string[]): void {
  const quoted = command.map((part) => `'${part}'`).join(' ');
  const [program, ...args] =
    process.getuid?.() === 0 ? ['su', '-s', '/bin/sh', 'postgres', '-c', quoted] : ['sh', '-c', quoted];
  execFileSync(program, args, { stdio: 'ignore' });
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface PgbenchRun {
  url: string;
  script: string;
  clients: number;
  seconds: number;
}

/** Transactions a second of a script run by pgbench: the engine bare, prepared statements, no service in between. */
export async function pgbench({ url, script, clients, seconds }: PgbenchRun): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'pgbench-'));
  const file = path.join(directory, 'script.sql');
  await writeFile(file, script);
  try {
    const args = ['-n', '-M', 'prepared', '-f', file, '-c', String(clients), '-j', '2', '-T', String(seconds), url];
    const { stdout } = await execute('pgbench', args);
    const tps = /tps = ([\d.]+) \(without/u.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench said: ${stdout}`);
    return Number(tps);
  } finally {
    await rm(directory, { recursive: true });
  }
}

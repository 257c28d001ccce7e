import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface Run {
  url: string;
  clients: number;
  seconds: number;
}

/** Runs a script with pgbench, using prepared statements and no service, and returns the transactions per second. */
export function pgbench({ script, ...run }: Run & { script: string }): Promise<number> {
  return pgbenchFiles({ ...run, scripts: [script] });
}

/** Like `pgbench`, with several scripts chosen at random. */
export async function pgbenchFiles({
  url,
  scripts,
  clients,
  seconds,
}: Run & { scripts: readonly string[] }): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'pgbench-'));
  const files = scripts.map((_, index) => path.join(directory, `${index}.sql`));
  await Promise.all(scripts.map((script, index) => writeFile(files[index] ?? '', script)));
  try {
    const args = ['-n', '-M', 'prepared', ...files.flatMap((file) => ['-f', file])];
    const { stdout } = await execute('pgbench', [
      ...args,
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      url,
    ]);
    const tps = /tps = ([\d.]+) \(without/u.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`unexpected output of pgbench: ${stdout}`);
    return Number(tps);
  } finally {
    await rm(directory, { recursive: true });
  }
}

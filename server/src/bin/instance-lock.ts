import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandOf } from './command.ts';
import { isAlive } from './is-alive.ts';
import { StartError } from './run.ts';

/** One service per data directory: a file with its process id locks the directory. */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'service.pid');
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const pid = Number(readFileSync(file, 'utf8'));
    if (isAlive(pid)) {
      throw new StartError(
        `Quaestor is already running on the data in ${directory} (process ${pid}).\n` +
          `Stop it with: kill ${pid}\n` +
          `Or start a second one in parallel: DATA_DIR=${directory}-2 PORT=8081 ${commandOf('start')}`,
      );
    }
    rmSync(file, { force: true }); // left by a process that was killed
  }
}

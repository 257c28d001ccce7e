import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError, EXIT } from './exit.ts';

export const OLDEST_NODE_OF_SERVER = 24;
/** In a clone, this is the source. The package contains only the build. */
const PROGRAMS = ['src/bin/quaestor-server.ts', 'dist/bin/quaestor-server.js'];

/**
 * Runs a role of `@quaestor/server` in this process, so that the service handles signals, exit codes and npm's shell as
 * if it had been started directly.
 */
export async function runRole(role: string, args: readonly string[]): Promise<void> {
  const program = findProgram();
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE_OF_SERVER)
    throw new CommandError(
      `The service needs Node.js ${OLDEST_NODE_OF_SERVER} or newer; this is ${process.versions.node}.`,
      EXIT.failure,
      'Other commands work with this one. To change it: https://nodejs.org/en/download',
    );
  process.removeAllListeners('SIGINT');
  process.argv = [...process.argv.slice(0, 2), role, ...args];
  await import(pathToFileURL(program).href);
}

export function hasServer(): boolean {
  return findPackage() !== undefined;
}

/** The server is an optional dependency, because its 200 MB are not needed to use a remote service. */
function findPackage(): string | undefined {
  try {
    return path.dirname(createRequire(import.meta.url).resolve('@quaestor/server/package.json'));
  } catch {
    return undefined;
  }
}

function findProgram(): string {
  const folder = findPackage();
  if (folder === undefined)
    throw new CommandError(
      '@quaestor/server is not installed.',
      EXIT.failure,
      'Install it with: npm install @quaestor/server',
    );
  const found = PROGRAMS.map((file) => path.join(folder, file)).find((file) => existsSync(file));
  if (found === undefined) throw new CommandError(`${folder} has no program.`, EXIT.failure, 'Install it again.');
  return found;
}

import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import path from 'node:path';

/** Runs before `npm start`: builds the console if there is no build, or if a source is newer than the build. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = [
  'console/{src,scripts}/**/*',
  'console/{index.html,package.json,vite.config.ts}',
  'client/src/**/*.ts',
];
const timeOf = (file: string) => statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs;

const builtAt = timeOf('console/dist/index.html');
const newest = Math.max(...globSync(SOURCES, { cwd: ROOT }).map((file) => timeOf(file) ?? 0));
if (builtAt === undefined || builtAt < newest) build();

function build(): void {
  process.stderr.write('Building the web console, once …\n');
  const { status } = spawnSync(
    'npm',
    ['run', '--silent', 'build', '--workspace', 'console', '--', '--logLevel', 'error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  // The service works without the console, and an installation without development packages has no build tool.
  if (status !== 0) process.stderr.write('The web console could not be built: the service starts without it.\n');
}

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run test:changed`, or `-- main` for all changes since then: runs the pure tests that import a changed file, and
 * the PostgreSQL tests of the related folders. Quick, but not a replacement for the gate.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const [since = 'HEAD'] = process.argv.slice(2);
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')].filter(
  (file) => file.endsWith('.ts') && existsSync(path.join(ROOT, file)),
);

const sources = changed.filter((file) => /^(?:server|console|cli|client)\//u.test(file));
const rooms = [...new Set(changed.flatMap(testsOf))].filter((room) => existsSync(path.join(ROOT, 'server', room)));
const failed = [
  ['server/vitest.pure.config.ts', 'related', ...sources.map((file) => path.join(ROOT, file)), '--tags-filter=!heavy'],
  ['server/vitest.config.ts', 'run', ...rooms, '--tags-filter=!times'],
].filter(([config = '', command = '', ...args]) => args.length > 1 && !passes(config, command, args));
process.exit(failed.length > 0 ? 1 : 0);

function passes(config: string, command: string, args: readonly string[]): boolean {
  const options = ['--run', '--config', config, '--passWithNoTests'];
  return spawnSync('npx', ['vitest', command, ...args, ...options], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** The PostgreSQL tests related to a file: the file itself, or those of its resource, of its job, or of access. */
function testsOf(file: string): string[] {
  if (/^server\/test\/.*\.test\.ts$/u.test(file)) return [path.relative('server', file)];
  const [, room = '', name = ''] = /^server\/src\/(\w+)\/([\w-]+)/u.exec(file) ?? [];
  if (room === 'routes' || room === 'store') return [`test/http/${name}`, `test/worker/${name}.test.ts`];
  if (room === 'worker') return [`test/worker/${name}.test.ts`];
  if (room === 'access' || room === 'plugins') return ['test/access', 'test/http/system'];
  return room === 'queue' ? ['test/worker/jobs.test.ts'] : [];
}

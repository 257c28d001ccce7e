import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'server/migrations';
const MAX_COMMITS = 50;

/** The commit whose database is migrated: `UPGRADE_FROM`, or the newest earlier one with different migrations. */
export function findEarlierCommit(): string | undefined {
  const given = process.env['UPGRADE_FROM'];
  if (given !== undefined) return git('rev-parse', '--verify', `${given}^{commit}`);
  try {
    const changes = git('rev-list', '--first-parent', `--max-count=${MAX_COMMITS}`, 'HEAD', '--', MIGRATIONS);
    const found = ['HEAD', ...changes.split('\n').map((commit) => `${commit}^`)].find(isEarlier);
    return found === undefined ? undefined : git('rev-parse', found);
  } catch {
    return undefined; // no repository exists, or only a shallow one
  }
}

/** A usable commit has the baseline and a different set of migrations, none of which has been edited since. */
function isEarlier(commit: string): boolean {
  const then = new Map(
    git('ls-tree', '-r', commit, '--', MIGRATIONS)
      .split('\n')
      .map((line) => line.split(/\s+/u))
      .map(([, , blob = '', file = '']) => [file, blob]),
  );
  const files = readdirSync(path.join(ROOT, MIGRATIONS)).map((file) => `${MIGRATIONS}/${file}`);
  const now = new Map(files.map((file) => [file, git('hash-object', file)]));
  const edited = files.some((file) => then.has(file) && then.get(file) !== now.get(file));
  return (
    !edited &&
    then.has(`${MIGRATIONS}/0001_baseline.sql`) &&
    (then.size !== now.size || files.some((file) => !then.has(file)))
  );
}

/** Checks out a commit into a separate directory, with the packages of this one. */
export function unpackCommit(commit: string, directory: string): void {
  mkdirSync(directory);
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 256 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  for (const place of ['', 'server', 'bench']) {
    const packages = path.join(ROOT, place, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, path.join(directory, place, 'node_modules'));
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Once, before all tests: files that run at the same time use the same command. */
export function setup(): void {
  const root = path.resolve(import.meta.dirname, '../..');
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', 'cli'], { cwd: root, stdio: 'pipe' });
}

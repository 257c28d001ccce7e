import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Runs once before all tests, because files that run concurrently share the command. */
export function setup(): void {
  const root = path.resolve(import.meta.dirname, '../..');
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', 'cli'], { cwd: root, stdio: 'pipe' });
}

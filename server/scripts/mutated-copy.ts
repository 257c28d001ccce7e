import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of the working tree to plant faults in, with the installed packages and with the shared data beside it. */
export interface MutatedCopy {
  root: string;
  read(file: string): string;
  write(file: string, source: string): void;
  /** Whether the command succeeds; a timeout counts as a noticed fault. */
  passes(command: readonly string[], timeoutMs: number, environment?: Record<string, string>): Promise<boolean>;
}

/** A copy of the working tree, or of a revision with the packages installed now. */
export async function copyWorkingTree(root: string, revision?: string): Promise<MutatedCopy> {
  const place = await mkdtemp(path.join(tmpdir(), 'quaestor-mutants-'));
  const copy = path.join(place, 'project');
  process.once('SIGINT', () => process.exit(130));
  process.once('exit', () => execFileSync('rm', ['-rf', place]));
  if (revision === undefined) await copyFiles(root, copy);
  else extractRevision(root, revision, copy);
  for (const installed of globSync('{.,*}/node_modules', { cwd: root }))
    symlinkSync(path.join(root, installed), path.join(copy, installed));
  const shared = path.join(root, '..', 'shared');
  if (existsSync(shared)) symlinkSync(shared, path.join(place, 'shared'));
  return {
    root: copy,
    read: (file) => readFileSync(path.join(copy, file), 'utf8'),
    write: (file, source) => writeFileSync(path.join(copy, file), source),
    passes: ([command = '', ...args], timeout, environment = {}) => {
      const child = spawn(command, args, {
        cwd: copy,
        stdio: 'ignore',
        timeout,
        env: { ...process.env, ...environment },
      });
      return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
    },
  };
}

async function copyFiles(root: string, copy: string): Promise<void> {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n'))
    if (existsSync(path.join(root, file))) await cp(path.join(root, file), path.join(copy, file));
}

function extractRevision(root: string, revision: string, copy: string): void {
  mkdirSync(copy, { recursive: true });
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', copy], { input: archive });
}

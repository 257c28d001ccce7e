import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const TABLE = 'docs/reference/releases.md';
const ROOT = path.resolve(import.meta.dirname, '..');

interface Pass {
  part: string;
  seconds: number;
  commit: string;
  date: string;
}

/** Writes the time, the commit and the date into the row of the part. */
export function recordPass({ part, seconds, commit, date }: Pass): void {
  const page = path.join(ROOT, TABLE);
  const lines = readFileSync(page, 'utf8').split('\n');
  const row = lines.findIndex((line) => line.startsWith(`| \`${part}\``));
  if (row === -1) throw new Error(`${TABLE} has no row for ${part}`);
  const [, name = '', about = ''] = (lines[row] ?? '').split('|');
  lines[row] = `|${name}|${about}| ${inMinutes(seconds)} | ${commit} | ${date} |`;
  writeFileSync(page, lines.join('\n'));
  execFileSync('npx', ['biome', 'format', '--write', page], { cwd: ROOT, stdio: 'ignore' });
}

function inMinutes(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

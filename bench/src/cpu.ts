import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Processor time used so far by a process, its threads and its children that have ended, in microseconds. */
function processMicros(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /u, '')
      .split(' ');
    const ticks = [11, 12, 13, 14].reduce((total, index) => total + Number(fields[index] ?? 0), 0);
    return (ticks / TICKS_PER_SECOND) * 1e6;
  } catch {
    return 0;
  }
}

/** Processor time of a process and everything it has started, such as PostgreSQL's backends. */
export function treeMicros(root: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /u, '')
          .split(' ')[1],
      );
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // the process has ended
    }
  }
  const add = (pid: number): number =>
    processMicros(pid) + (children.get(pid) ?? []).reduce((total, child) => total + add(child), 0);
  return add(root);
}

import { readFileSync } from 'node:fs';

/** The most memory that a process has had at once. */
export function mostMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1] ?? 0) / 1024);
}

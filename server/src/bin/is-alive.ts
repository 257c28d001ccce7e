import { readFileSync } from 'node:fs';

/**
 * Whether a process is running. A zombie is not: in a container without init, nobody waits for processes that ended.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return stateOf(pid) !== 'Z';
}

/** The field after the name, which may contain spaces and brackets. Undefined if there is no /proc, as on macOS. */
function stateOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[1];
  } catch {
    return undefined;
  }
}

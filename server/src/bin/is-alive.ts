import { readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended but was not waited for still has its id, as in a container without init. */
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

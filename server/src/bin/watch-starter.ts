import { readFileSync } from 'node:fs';

const CHECK_EVERY_MS = 500;

/**
 * npm and npx put a shell between themselves and the program, and pass signals to the shell, which ends without
 * forwarding them: npm is gone, but the service keeps its port. So a program under npm checks whether npm is still
 * running. No other parent is watched: under nohup, systemd or in a container, the parent may end.
 */
export function watchStarter(onGone: () => void): void {
  if (process.env['npm_command'] === undefined) return; // how npm announces itself; not a setting
  const before = starters();
  const look = setInterval(() => {
    if (starters() === before) return;
    clearInterval(look);
    onGone();
  }, CHECK_EVERY_MS).unref();
}

/** The parent and, if that is npm's shell, npm itself: if npm is killed with -9, the shell remains. */
function starters(): string {
  const parent = process.ppid;
  return isShell(parent) ? `${parent} ${parentOf(parent)}` : String(parent);
}

function isShell(pid: number): boolean {
  const [program = '', option] = readProcess(pid, 'cmdline').split('\0');
  return /(?:^|\/)(?:sh|bash|dash|zsh)$/u.test(program) && option === '-c';
}

/** The fourth field, counted after the name, which may contain spaces and brackets. */
function parentOf(pid: number): string {
  const stat = readProcess(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')')).split(' ')[2] ?? '';
}

/** Empty if there is no /proc, as on macOS: then only the parent counts. */
function readProcess(pid: number, file: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

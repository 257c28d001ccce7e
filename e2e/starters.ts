import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '..');
const READY_WITHIN_MS = 240_000; // a start takes 3 s; on a machine with ten times more to do than it can, minutes
const ENDS_WITHIN_MS = 60_000;

/** Whoever may start a program, and be sent the signal. The shell is a start script as people write them. */
export const STARTERS = {
  npm: (program) => ['npm', 'run', program],
  npx: (program) => ['npx', 'node', `server/src/bin/${program}.ts`],
  shell: (program) => [
    'sh',
    '-c',
    `node server/src/bin/${program}.ts & child=$!; trap 'kill -TERM $child' TERM; wait $child; wait $child`,
  ],
  directly: (program) => ['node', `server/src/bin/${program}.ts`],
} as const satisfies Record<string, (program: 'api' | 'worker') => [string, ...string[]]>;

export type Starter = keyof typeof STARTERS;

export interface Started {
  starter: Starter;
  /** Sends SIGTERM to the starter, and waits until nothing that it has started is left. Gives back its output. */
  end(): Promise<string>;
  kill(): void;
}

/** Starts a program and waits until it is ready on this port. */
export async function startBy(
  starter: Starter,
  program: 'api' | 'worker',
  environment: Readonly<Record<string, string>>,
  port: number,
): Promise<Started> {
  const mark = randomUUID();
  const [command, ...args] = STARTERS[starter](program);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'DATABASE_URL');
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...environment, TEST_MARK: mark },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4000);
    });
  const kill = () => {
    for (const pid of listMarked(mark)) process.kill(pid, 'SIGKILL');
  };
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; !(await isReady(port)); await wait(50)) {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && Date.now() < giveUpAt) continue;
    kill();
    throw new Error(
      `${program} by ${starter} is not ready (exit code ${child.exitCode}, signal ${child.signalCode}): ${printed}`,
    );
  }
  return {
    starter,
    kill,
    end: async () => {
      child.kill('SIGTERM');
      for (const giveUpAt = Date.now() + ENDS_WITHIN_MS; listMarked(mark).length > 0; await wait(50)) {
        if (Date.now() < giveUpAt) continue;
        kill();
        throw new Error(`${program} by ${starter} left a process: ${printed}`);
      }
      return printed;
    },
  };
}

/** What a program has started, and what that has started, inherits its environment. */
function listMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && readEnvironment(name).includes(`TEST_MARK=${mark}`))
    .map(Number);
}

/** Empty when the process has just ended. */
function readEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (reply) => {
      await reply.text();
      return reply.ok;
    },
    () => false,
  );
}

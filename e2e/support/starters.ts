import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '../..');
const READY_WITHIN_MS = 240_000; // starting takes 3 s, but minutes on an overloaded machine
const ENDS_WITHIN_MS = 60_000;

/**
 * The ways to start a program. Each of these starters is sent the signal to stop. The shell is a typical start script.
 */
const STARTERS = {
  npm: (program) => ['npm', 'run', program],
  npx: (program) => ['npx', 'node', `server/src/bin/${program}.ts`],
  shell: (program) => [
    'sh',
    '-c',
    `node server/src/bin/${program}.ts & child=$!; trap 'kill -TERM $child' TERM; wait $child; wait $child`,
  ],
  directly: (program) => ['node', `server/src/bin/${program}.ts`],
} as const satisfies Record<string, (program: Program) => [string, ...string[]]>;

type Starter = keyof typeof STARTERS;
const STARTER_NAMES = Object.keys(STARTERS) as Starter[];

type Program = 'api' | 'worker';

/** Starts a program, and waits until it is ready on this port. */
export type StartProgram = (
  program: Program,
  environment: Readonly<Record<string, string>>,
  port: number,
) => Promise<Started>;

export interface Started {
  /** Sends SIGTERM to the starter, waits until all its processes have ended, and returns the output. */
  end(): Promise<string>;
  kill(): void;
}

/** Assigns the starters to the places, shifted by one in each round, so that every place gets every starter. */
export function startByEach(places: number): StartProgram {
  let starts = 0;
  return async (program, environment, port) => {
    const turn = starts + Math.floor(starts / places);
    starts += 1;
    return startBy(STARTER_NAMES[turn % STARTER_NAMES.length] ?? 'directly', program, environment, port);
  };
}

async function startBy(starter: Starter, ...[program, environment, port]: Parameters<StartProgram>): Promise<Started> {
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
  await ready(child, port).catch((error: unknown) => {
    kill();
    throw new Error(`${program} by ${starter}: ${printed}`, { cause: error });
  });
  return {
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

/** Waits until the started program is ready on this port. */
export async function ready(child: ChildProcess, port: number): Promise<void> {
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; !(await isReady(port)); await wait(50)) {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && Date.now() < giveUpAt) continue;
    throw new Error(`not ready (exit code ${child.exitCode}, signal ${child.signalCode})`);
  }
}

/** Finds all descendants of a process by an environment variable that they inherit. */
function listMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && readEnvironment(name).includes(`TEST_MARK=${mark}`))
    .map(Number);
}

/** Empty if the process has just ended. */
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

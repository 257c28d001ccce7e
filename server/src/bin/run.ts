import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config/config.ts';
import { BackupError } from '../store/backup/bank-source.ts';
import { databaseErrorCode } from '../store/database/database-errors.ts';
import { MigrationError } from '../store/database/migrations.ts';
import { openOutput } from './output.ts';
import { UsageError } from './usage.ts';
import { watchStarter } from './watch-starter.ts';

/** A mistake of the operator, reported in a sentence instead of a stack trace. */
export class StartError extends Error {}

export interface Program {
  stop(): Promise<void>;
  /** How long `stop` may take for work in progress, and for a proxy to notice. */
  stopTimeoutMs: number;
}

/** A signal during startup does not interrupt it: the start has this long to finish. */
const START_ENDS_WITHIN_MS = 10_000;
/** The time to close connections and the embedded database after work in progress has ended. */
export const CLOSE_WITHIN_MS = 10_000;
/** Ctrl+C reaches a program under npm twice, from the terminal and from npm. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a program until SIGTERM, SIGINT or the end of the npm that started it, then its `stop`, and exits 0. A second
 * signal ends it at once. Mistakes of the operator are reported plainly: exit 64 for the command line, 78 for the
 * configuration, 1 for the rest. `start` receives a signal that is aborted when it need not continue.
 */
export async function runProgram(start: (stopping: AbortSignal) => Promise<Program>): Promise<void> {
  let limitMs = START_ENDS_WITHIN_MS;
  const stopping = new AbortController();
  // Registered first: a signal during startup would otherwise leave started parts behind.
  const ended = firstSignal(() => limitMs).then(() => stopping.abort());
  try {
    const program = await start(stopping.signal);
    limitMs = program.stopTimeoutMs;
    await ended;
    await program.stop();
    await errors.written(OUTPUT_WITHIN_MS);
    process.exit(0);
  } catch (error) {
    if (stopping.signal.aborted && error instanceof Error && error.name === 'AbortError') process.exit(0);
    await fail(error);
  }
}

const errors = openOutput(2);
/** How long to wait for a slow reader of the output; one that has stopped reading gets no more. */
const OUTPUT_WITHIN_MS = 500;

/** Prints a line for the operator without waiting for it to be read. */
export function say(line: string): void {
  errors.write(`${line}\n`);
}

/** Resolves at the first signal; from then on the process ends, whatever blocks it. */
function firstSignal(limitMs: () => number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const onSignal = (signal: string) => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      say(`${signal}: finishing work in progress`);
      setTimeout(() => exitNow('the time limit for stopping has passed'), limitMs() + CLOSE_WITHIN_MS);
      resolve();
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) exitNow(`${signal} again`);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  watchStarter(() => onSignal('the process that started this one has ended'));
  return promise;
}

function exitNow(reason: string): never {
  say(`${reason}: exiting now`);
  process.exit(1);
}

/** Waits for something to end, at most this long. */
export async function finishWithin(ms: number, what: string, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, ms, 'late' as const);
  try {
    if ((await Promise.race([work, late])) === 'late') say(`${what} not finished after ${ms} ms: aborted`);
  } finally {
    clearTimeout(timer);
  }
}

function explain(error: unknown): string {
  const plain = [ConfigError, StartError, UsageError, MigrationError, BackupError];
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof Error && 'syscall' in error && 'path' in error) return error.message; // a full disk, a missing permission
  const state = databaseErrorCode(error);
  if (state !== undefined && error instanceof Error) return explainDatabase(state, error.message);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function explainDatabase(state: string, message: string): string {
  const advice =
    state === '42501' ? '\nThe role in DATABASE_URL needs: grant create, usage on schema public to the role.' : '';
  return `The database reports an error: ${message} (SQLSTATE ${state}).${advice}`;
}

/** Runs a task to its end; its return value is the exit code. */
export async function runTask(task: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await task();
  } catch (error) {
    await fail(error);
  }
}

async function fail(error: unknown): Promise<never> {
  say(explain(error));
  await errors.written(OUTPUT_WITHIN_MS);
  if (error instanceof UsageError) process.exit(64);
  process.exit(error instanceof ConfigError ? 78 : 1);
}

/**
 * Announces that the service is about to stop, and keeps serving until a proxy has noticed. Without a proxy, it stops
 * at once.
 */
export async function leave(app: { announceStop(): void }, delayMs: number): Promise<void> {
  if (delayMs === 0) return;
  app.announceStop();
  await wait(delayMs);
}

/** Listens, or explains what to do if the port is taken. */
export async function listen(app: FastifyInstance, host: string, port: number, setting = 'PORT'): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const explained = LISTEN_PROBLEMS[code]?.(host, port, setting);
    throw explained === undefined ? error : new StartError(explained);
  }
}

const noAddress = (host: string) =>
  `HOST is "${host}", which is not an address of this machine. 127.0.0.1 serves this machine only, 0.0.0.0 every network.`;

const LISTEN_PROBLEMS: Readonly<Record<string, (host: string, port: number, setting: string) => string>> = {
  EADDRINUSE: (host, port, setting) =>
    `Port ${port} on ${host} is taken by another program.\n` +
    `Stop that program, or choose another port: ${setting}=${port + 1}`,
  EACCES: (_host, port, setting) =>
    `This user may not listen on port ${port}: ports below 1024 need a privilege. Choose another: ${setting}=8080`,
  EADDRNOTAVAIL: noAddress,
  EINVAL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};

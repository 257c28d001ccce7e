import { ConfigError } from '../config.ts';
import { watchStarter } from './watch-starter.ts';

/** A mistake of the operator's, told in a sentence instead of a stack. */
export class StartError extends Error {}

export interface Program {
  stop(): Promise<void>;
  /** How long `stop` may take for what is under way. */
  stopTimeoutMs: number;
}

/** A signal while the program is starting cannot stop half of it: the start has this long to come to its end. */
const START_ENDS_WITHIN_MS = 10_000;
/** For closing connections and a database of our own, after what was under way. */
const CLOSE_WITHIN_MS = 10_000;
/** Ctrl+C reaches a program under npm twice, from the terminal and from npm. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a program until SIGTERM, SIGINT or the end of the npm that started it, then its `stop`, and exits 0. A second signal
 * ends it at once. A mistake in configuration or surroundings is told plainly: exit 78 for configuration, 1 for the rest.
 */
export async function runProgram(start: () => Promise<Program>): Promise<void> {
  let limitMs = START_ENDS_WITHIN_MS;
  // Heard from the first moment on: a signal during the start would otherwise leave behind what was started already.
  const ended = firstSignal(() => limitMs);
  try {
    const program = await start();
    limitMs = program.stopTimeoutMs;
    await ended;
    await program.stop();
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

/** Resolves at the first signal; from then on the process ends, whatever keeps it. */
function firstSignal(limitMs: () => number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const hear = (signal: string) => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      process.stderr.write(`${signal}: finishing what is under way\n`);
      setTimeout(() => exitNow('the time to stop is over'), limitMs() + CLOSE_WITHIN_MS);
      resolve();
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) exitNow(`${signal} again`);
  };
  process.on('SIGTERM', hear).on('SIGINT', hear);
  watchStarter(() => hear('the process that started this one has ended'));
  return promise;
}

function exitNow(reason: string): never {
  process.stderr.write(`${reason}: ending at once\n`);
  process.exit(1);
}

/** Waits for the end of something, but not for longer than this. */
export async function finishWithin(ms: number, what: string, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, ms, 'late' as const);
  try {
    if ((await Promise.race([work, late])) === 'late')
      process.stderr.write(`${what} not finished after ${ms} ms: cut off\n`);
  } finally {
    clearTimeout(timer);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs a task to its end; its exit code is what it gives back. */
export async function runTask(task: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await task();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof ConfigError ? 78 : 1);
}

/** Listens, or says what to do when the port is taken. */
export async function listen(
  app: { listen(options: { host: string; port: number }): Promise<string> },
  host: string,
  port: number,
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is taken by another program.\n` +
          `Stop that program, or choose another port: PORT=${port + 1} npm start`,
      );
    }
    throw error;
  }
}

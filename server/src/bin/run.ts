import { ConfigError } from '../config.ts';

/** A mistake of the operator's, told in a sentence instead of a stack. */
export class StartError extends Error {}

/**
 * Runs a program until SIGTERM or SIGINT, then its `stop`, and exits 0. A mistake in configuration or surroundings is
 * told plainly: exit 78 for configuration, 1 for the rest.
 */
export async function runProgram(start: () => Promise<() => Promise<void>>): Promise<void> {
  // Heard from the first moment on: a signal during the start would otherwise leave behind what was started already.
  const ended = new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  try {
    const stop = await start();
    const signal = await ended;
    process.stderr.write(`${signal}: finishing what is under way\n`);
    await stop();
    process.exit(0);
  } catch (error) {
    fail(error);
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

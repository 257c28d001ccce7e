import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

const CHECK_EVERY_MS = 1000;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [500, 30_000];
/** A server that ends sooner than this after its start is restarted after a longer pause. */
const STEADY_MS = 60_000;

/** A server in a separate process. */
export interface Server {
  isRunning(): boolean;
  /** Rejects with the reason if the server does not start. */
  restart(): Promise<void>;
}

/**
 * Restarts a server whenever it has ended, after pauses that double up to half a minute. Each reason is logged once,
 * however often the server fails for it: a full disk stays full for hours. Returns a function that stops watching.
 */
export function keepRunning(server: Server, logger: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watching = watch(server, logger, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return async () => {
    stopping.abort();
    await watching;
  };
}

async function watch(server: Server, logger: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let startedAt = performance.now(); ; startedAt = performance.now()) {
    while (server.isRunning()) await wait(CHECK_EVERY_MS, undefined, { signal });
    if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    logger.error('PostgreSQL has ended: starting it again');
    let logged: string | undefined;
    for (let running = false; !running; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      await wait(pauseMs, undefined, { signal });
      const reason = await server.restart().then(
        () => undefined,
        (error: Error) => error.message,
      );
      running = reason === undefined;
      // Its last line is the cause; those before it may be of earlier attempts.
      const kind = reason?.split('\n').at(-1);
      if (kind !== undefined && kind !== logged) logger.error({ reason }, 'PostgreSQL does not start: trying again');
      logged = kind;
    }
    logger.warn('PostgreSQL is running again');
  }
}

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { finishWithin } from '../run.ts';
import { Channel } from './channel.ts';
import { CountsOfAll } from './counts.ts';
import { metricsOfAll } from './metrics.ts';

/** A child that ends sooner than this after its start is restarted after a pause, which doubles each time. */
const STEADY_MS = 10_000;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [500, 30_000];

interface Supervised {
  /** Resolves when all children have ended; the signal given at the start stops them. */
  ended(withinMs: number): Promise<void>;
}

/**
 * Runs this program again in each of `count` children, which share its port: the first process accepts connections,
 * distributes them in turn, counts for all, and replaces a child that ends. The first child starts alone and creates
 * the operator's token. If it cannot start at all, it has reported why, and its exit code becomes ours.
 */
export async function superviseChildren(
  count: number,
  logger: FastifyBaseLogger,
  stopping: AbortSignal,
): Promise<Supervised> {
  const counts = new CountsOfAll();
  const channels = new Map<number, Channel>();
  const running = new Set<Worker>();

  const start = (place: number): Worker => {
    const child = cluster.fork();
    running.add(child);
    channels.set(
      place,
      new Channel(child, {
        take: async (takes) => counts.take(takes),
        metrics: () => metricsOfAll(channels),
      }),
    );
    child.once('exit', () => running.delete(child));
    if (stopping.aborted) child.process.kill();
    return child;
  };

  /** Replaces the child in a place whenever it ends, until the service stops. */
  const keep = async (place: number, first: Worker): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    for (let child = first; ; child = start(place)) {
      const startedAt = performance.now();
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      if (stopping.aborted) return;
      if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      logger.error(
        { pid: child.process.pid, code, signal, pause_ms: pauseMs },
        'an API process ended: starting another',
      );
      await wait(pauseMs, undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted) return;
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  };

  stopping.addEventListener('abort', () => {
    for (const child of running) child.process.kill();
  });
  const begin = async (place: number): Promise<{ kept: Promise<void> }> => {
    const child = start(place);
    await listeningOrExit(child);
    return { kept: keep(place, child) };
  };
  const first = await begin(1);
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, index) => begin(index + 2)));
  const kept = [first, ...others].map((place) => place.kept);
  return { ended: (withinMs) => finishWithin(withinMs, 'API processes', Promise.all(kept)) };
}

async function listeningOrExit(child: Worker): Promise<void> {
  const exitToo = (code: number | null) => process.exit(code ?? 1);
  child.once('exit', exitToo);
  await once(child, 'listening');
  child.off('exit', exitToo);
}

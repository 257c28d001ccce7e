import { setTimeout as wait } from 'node:timers/promises';
import { Worker, workerData } from 'node:worker_threads';
import { HttpClient } from './http-client.ts';
import type { HttpRequest } from './recipe.ts';

/** A request of the attack, with the points that it costs its sender. */
interface Shot {
  request: HttpRequest;
  points: number;
}

interface Orders {
  origin: string;
  tokens: readonly string[];
  shots: readonly Shot[];
  pointsPerSecond: number;
}

const MAX_SOCKETS = 16;
/** How long to wait after a 429 before sending the same request again. */
const REJECTED_WAIT_MS = 1000;

/** Starts a thread in which principals send the worst requests at the full rate that their points allow. */
export function startSiege(orders: Orders): { stop(): Promise<void> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: { siege: orders } });
  return {
    stop: async () => {
      await worker.terminate();
    },
  };
}

/**
 * Sends requests as one principal. Points arrive at a steady rate, and each request waits until there are enough points
 * for it.
 */
async function attack({ origin, shots, pointsPerSecond }: Orders, token: string, offset: number): Promise<never> {
  const client = new HttpClient(origin, MAX_SOCKETS);
  const started = performance.now();
  const quietUntil = shots.map(() => 0);
  let spent = 0;
  let inFlight = 0;
  for (let turn = offset; ; turn += 1) {
    const index = turn % shots.length;
    const shot = shots[index];
    if (shot === undefined) throw new Error('nothing to send');
    const due = started + (spent / pointsPerSecond) * 1000;
    while (performance.now() < due || inFlight >= MAX_SOCKETS) await wait(5);
    spent += Math.max(shot.points, 1);
    if (performance.now() < (quietUntil[index] ?? 0)) continue;
    inFlight += 1;
    void client.send(shot.request, token).then(({ status }) => {
      inFlight -= 1;
      if (status === 429) quietUntil[index] = performance.now() + REJECTED_WAIT_MS;
    });
  }
}

const given = (workerData as { siege?: Orders } | null)?.siege;
if (given !== undefined) await Promise.all(given.tokens.map((token, index) => attack(given, token, index * 3)));

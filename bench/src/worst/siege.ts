import { setTimeout as wait } from 'node:timers/promises';
import { Worker, workerData } from 'node:worker_threads';
import { HttpClient } from './http-client.ts';
import type { HttpRequest } from './recipe.ts';

/** A request of the attack, with what it takes from its sender's points. */
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
/** Who has been told to wait tries again after this time. */
const REJECTED_WAIT_MS = 1000;

/** Principals that send the worst requests at the full rate that their points allow, from a thread of its own. */
export function startSiege(orders: Orders): { stop(): Promise<void> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: { siege: orders } });
  return {
    stop: async () => {
      await worker.terminate();
    },
  };
}

/** One principal: points come in evenly, and each shot waits until there are enough of them. */
async function attack({ origin, shots, pointsPerSecond }: Orders, token: string, offset: number): Promise<never> {
  const client = new HttpClient(origin, MAX_SOCKETS);
  const started = performance.now();
  const quietUntil = shots.map(() => 0);
  let spent = 0;
  let flying = 0;
  for (let turn = offset; ; turn += 1) {
    const index = turn % shots.length;
    const shot = shots[index];
    if (shot === undefined) throw new Error('nothing to send');
    const due = started + (spent / pointsPerSecond) * 1000;
    while (performance.now() < due || flying >= MAX_SOCKETS) await wait(5);
    spent += Math.max(shot.points, 1);
    if (performance.now() < (quietUntil[index] ?? 0)) continue;
    flying += 1;
    void client.send(shot.request, token).then(({ status }) => {
      flying -= 1;
      if (status === 429) quietUntil[index] = performance.now() + REJECTED_WAIT_MS;
    });
  }
}

const given = (workerData as { siege?: Orders } | null)?.siege;
if (given !== undefined) await Promise.all(given.tokens.map((token, index) => attack(given, token, index * 3)));

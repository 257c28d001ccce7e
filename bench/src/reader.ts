import { setTimeout as wait } from 'node:timers/promises';
import type { Started } from './processes.ts';

/** The response times of another caller, which reads one page after another. */
export async function readTimes(api: Started, maxReads: number, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < maxReads && !isOver()) {
    const started = performance.now();
    await (await fetch(`${api.origin}/questions?limit=20&difficulty=1`)).arrayBuffer();
    times.push(performance.now() - started);
    await wait(5);
  }
  return times;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));
}

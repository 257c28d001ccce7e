import type { Context } from './context.ts';
import { treeMicros } from './cpu.ts';

export interface Goal {
  id: string;
  name: string;
  /** States whether a higher or a lower ratio is better. */
  better: 'higher' | 'lower';
  floor: number;
  reachable: number;
  moonshot: number;
  run(context: Context): Promise<Measurement>;
}

export interface Measurement {
  /** One ratio per repetition. */
  ratios: number[];
  /** The two sides of the ratios, formatted for people. */
  ours: string;
  bare: string;
  nodeMicros?: number;
  postgresMicros?: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/**
 * Measures the yardstick, the service and the yardstick again. Each ratio is the service's value divided by the mean of
 * the two yardstick values.
 */
export async function sandwich(
  context: Context,
  nodePid: number,
  bare: () => Promise<number>,
  ours: () => Promise<{ perSecond: number; requests: number }>,
): Promise<Measurement> {
  // Warm-up: Node compiles its hot functions during about eight seconds of load, and caches fill.
  for (let warmed = 0; warmed < context.warmUpSeconds; warmed += context.seconds) await ours();
  const ratios: number[] = [];
  const oursSeen: number[] = [];
  const bareSeen = [await bare()];
  const node: number[] = [];
  const postgres: number[] = [];
  for (let repetition = 0; repetition < context.repetitions; repetition += 1) {
    const [nodeBefore, postgresBefore] = [treeMicros(nodePid), treeMicros(context.postmaster)];
    const result = await ours();
    node.push((treeMicros(nodePid) - nodeBefore) / result.requests);
    postgres.push((treeMicros(context.postmaster) - postgresBefore) / result.requests);
    const before = bareSeen.at(-1) ?? 0;
    const after = await bare();
    bareSeen.push(after);
    oursSeen.push(result.perSecond);
    ratios.push(result.perSecond / ((before + after) / 2));
  }
  const perSecond = (values: readonly number[]) => `${Math.round(median(values)).toLocaleString('en')}/s`;
  return {
    ratios,
    ours: perSecond(oursSeen),
    bare: perSecond(bareSeen),
    nodeMicros: median(node),
    postgresMicros: median(postgres),
  };
}

/** Measures two times in milliseconds alternately, and returns the ratios of ours to the yardstick. */
export async function timeRatio(
  context: Context,
  yardstick: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Measurement> {
  const pairs: [number, number][] = [];
  for (let repetition = 0; repetition < context.repetitions; repetition += 1)
    pairs.push([await yardstick(), await ours()]);
  const show = (index: 0 | 1) => `${median(pairs.map((pair) => pair[index])).toPrecision(3)} ms`;
  return { ratios: pairs.map(([base, time]) => time / base), ours: show(1), bare: show(0) };
}

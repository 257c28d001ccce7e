import type { CountPair } from './cliffs-delta.ts';

/** Two samples as counts of their values in ascending order. */
export function countPairs(a: readonly number[], b: readonly number[]): CountPair[] {
  const values = [...new Set([...a, ...b])].sort((left, right) => left - right);
  const timesIn = (sample: readonly number[], value: number) => sample.filter((one) => one === value).length;
  return values.map((value) => ({ a: timesIn(a, value), b: timesIn(b, value) }));
}

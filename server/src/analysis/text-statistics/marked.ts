import type { Candidates } from './candidates.ts';
import type { Histogram } from './histogram.ts';

/** Questions of which a text was dismissed; all of them are kept, so that what is left out can be counted. */
export interface Marked extends Candidates {
  /** Of each question: a bit for every measure that was dismissed. */
  dismissed: number[];
}

export function addMarked(left: Marked | undefined, right: Marked): Marked {
  if (left === undefined) return right;
  return {
    ids: left.ids.concat(right.ids),
    versions: left.versions.concat(right.versions),
    values: left.values.map((values, measure) => values.concat(right.values[measure] ?? [])),
    dismissed: left.dismissed.concat(right.dismissed),
  };
}

/** The histograms of all other questions. */
export function withoutMarked(histograms: readonly Histogram[], { values }: Marked): Histogram[] {
  return histograms.map((histogram, measure) => {
    const others = { ...histogram };
    for (const value of values[measure] ?? []) others[value] = (others[value] ?? 0) - 1;
    return others;
  });
}

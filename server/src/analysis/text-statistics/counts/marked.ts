import type { Candidates } from './candidates.ts';
import type { Histogram } from './histogram.ts';

/** Questions with a dismissed text; all of them are kept, so that dismissed outliers can be counted. */
export interface Marked extends Candidates {
  /** For each question, a bit per dismissed measure. */
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

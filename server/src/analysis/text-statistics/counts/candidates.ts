import type { Histogram } from './histogram.ts';

/** Questions in the order of the bank that may turn out to be outliers, with their value in every measure. */
export interface Candidates {
  ids: string[];
  versions: number[];
  /** values[measure][candidate] */
  values: number[][];
}

export const noCandidates = (measures: number): Candidates => ({
  ids: [],
  versions: [],
  values: Array.from({ length: measures }, () => []),
});

/** Adds the candidates that follow, and prunes as `keepExtremes` does. */
export function addCandidates(
  left: Candidates,
  right: Candidates,
  histograms: readonly Histogram[],
  kept: number,
): Candidates {
  const all = {
    ids: left.ids.concat(right.ids),
    versions: left.versions.concat(right.versions),
    values: left.values.map((values, measure) => values.concat(right.values[measure] ?? [])),
  };
  return keepExtremes(all, histograms, kept);
}

/**
 * Keeps those among the `kept` largest or smallest of some measure; ties go to the earlier. The histograms of all
 * questions determine the cut, so that nothing is sorted. A candidate dropped from a part would also be dropped from
 * the whole, since enough others come before it in the part.
 */
export function keepExtremes(all: Candidates, histograms: readonly Histogram[], kept: number): Candidates {
  if (all.ids.length <= kept) return all;
  const extreme = new Uint8Array(all.ids.length);
  for (const [measure, histogram] of histograms.entries()) {
    const values = all.values[measure] ?? [];
    const ascending = Object.keys(histogram).map(Number);
    markUpTo(extreme, values, cutAt(histogram, ascending, kept), 1);
    markUpTo(extreme, values, cutAt(histogram, ascending.toReversed(), kept), -1);
  }
  const isExtreme = (_: unknown, position: number) => extreme[position] === 1;
  return {
    ids: all.ids.filter(isExtreme),
    versions: all.versions.filter(isExtreme),
    values: all.values.map((values) => values.filter(isExtreme)),
  };
}

interface Cut {
  value: number;
  /** The number of candidates with exactly this value to keep. */
  quota: number;
}

function cutAt(histogram: Histogram, values: readonly number[], kept: number): Cut {
  let open = kept;
  for (const value of values) {
    const count = histogram[value] ?? 0;
    if (count >= open) return { value, quota: open };
    open -= count;
  }
  return { value: values.at(-1) ?? 0, quota: open };
}

/** Marks the candidates before the cut, in the direction of `sign`, and as many ties as the quota allows. */
function markUpTo(extreme: Uint8Array, values: readonly number[], { value, quota }: Cut, sign: 1 | -1): void {
  let open = quota;
  for (let position = 0; position < values.length; position += 1) {
    const beyond = ((values[position] ?? 0) - value) * sign;
    if (beyond < 0) {
      extreme[position] = 1;
    } else if (beyond === 0 && open > 0) {
      extreme[position] = 1;
      open -= 1;
    }
  }
}

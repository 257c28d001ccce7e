import { classWeight } from './c-tf-idf.ts';
import { NONE } from './features.ts';
import type { Grouped } from './labels.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Term {
  term: string;
  weight: number;
}

/**
 * The most characteristic terms of the given groups over all their questions. Groups are counted one at a time, so
 * memory does not grow with their number.
 */
export function characteristicTerms(
  vocabulary: Vocabulary,
  grouped: Grouped,
  groups: readonly number[],
  limit: number,
): Term[][] {
  const { overall, meanTotal } = countOverall(vocabulary, grouped);
  const { order, starts } = orderByGroup(grouped);
  const counts = new Uint32Array(vocabulary.size);
  return groups.map((group) => {
    const touched: number[] = [];
    let total = 0;
    for (const question of order.subarray(starts[group], starts[group + 1])) {
      for (const term of vocabulary.termsOf(question)) {
        if (counts[term] === 0) touched.push(term);
        counts[term] = (counts[term] ?? 0) + 1;
        total += 1;
      }
    }
    const weights = touched.map((term) => ({
      term,
      weight: classWeight(counts[term] ?? 0, total, meanTotal, overall[term] ?? 1),
    }));
    for (const term of touched) counts[term] = 0;
    return strongest(weights, limit).map(({ term, weight }) => ({
      term: vocabulary.spell(term),
      weight: Number(weight.toPrecision(6)),
    }));
  });
}

/** Ties go to the term that comes first in the bank. */
function strongest<Weighted extends { term: number; weight: number }>(all: Weighted[], limit: number): Weighted[] {
  return all.sort((left, right) => right.weight - left.weight || left.term - right.term).slice(0, limit);
}

/** The number of occurrences of each term in all groups, and the mean number of terms per group. */
function countOverall(vocabulary: Vocabulary, { of, sizes }: Grouped): { overall: Float64Array; meanTotal: number } {
  const overall = new Float64Array(vocabulary.size);
  let total = 0;
  for (let question = 0; question < of.length; question += 1) {
    if (of[question] === NONE) continue;
    for (const term of vocabulary.termsOf(question)) {
      overall[term] = (overall[term] ?? 0) + 1;
      total += 1;
    }
  }
  return { overall, meanTotal: total / Math.max(1, sizes.filter((size) => size > 0).length) };
}

/** The questions group by group; group n spans from `starts[n]` to before `starts[n + 1]`. */
function orderByGroup({ of, sizes }: Grouped): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(sizes.length + 1);
  for (const [group, size] of sizes.entries()) starts[group + 1] = (starts[group] ?? 0) + size;
  const next = Uint32Array.from(starts);
  const order = new Uint32Array(starts.at(-1) ?? 0);
  for (let question = 0; question < of.length; question += 1) {
    const group = of[question] ?? NONE;
    if (group === NONE) continue;
    const at = next[group] ?? 0;
    order[at] = question;
    next[group] = at + 1;
  }
  return { order, starts };
}

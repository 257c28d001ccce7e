import type { SentenceValues } from '../../domain/sentences/write.ts';
import type { NamedPart } from '../named-part.ts';
import type { CountPair } from '../statistics/cliffs-delta.ts';
import { DIMENSIONS, type Dimension, type SetComparisonParameters } from './parameters.ts';
import type { PairedCounts } from './shares/paired-counts.ts';
import type { DimensionComparison, Value } from './shares/shares.ts';
import { valuePart } from './wording.ts';

/** The names of the sets, and the dimensions in which they differ by selection. */
export interface SetNames {
  /** For `phrases.set` in `server/languages`: "set A (Basic)", "set A". */
  values: { a: SentenceValues; b: SentenceValues };
  stated: ReadonlySet<Dimension>;
}

/** A name should be a reminder, not a text to read. */
const MAX_NAME = 40;

/**
 * Names a set after its only level, category or topic, which need not be reported as a difference. The filter of set A
 * is not known here, so its questions decide; for set B the filter counts as well.
 */
export function nameSets(
  labels: Record<Dimension, PairedCounts<Value>>,
  sizes: CountPair,
  { other }: SetComparisonParameters,
): SetNames {
  const { category, difficulty, topic_focus: topic } = other.filter ?? {};
  const asked = { category, difficulty, topic };
  const stated = new Set(DIMENSIONS.filter((dimension) => asked[dimension] !== undefined));
  const names: Record<keyof CountPair, NamedPart[]> = { a: [], b: [] };
  for (const dimension of DIMENSIONS) {
    const only = { a: onlyValue(labels[dimension], sizes, 'a'), b: onlyValue(labels[dimension], sizes, 'b') };
    if (only.a === only.b) continue;
    for (const side of ['a', 'b'] as const) {
      const value = only[side];
      if (value === null) continue;
      names[side].push(valuePart(dimension, value));
      stated.add(dimension);
    }
  }
  return { values: { a: nameOf('A', names.a), b: nameOf('B', names.b) }, stated };
}

/** The value that all questions of a set share; null if there is none, or it is "no topic". */
function onlyValue(counts: PairedCounts<Value>, sizes: CountPair, side: keyof CountPair): Value {
  for (const one of counts) if (sizes[side] > 0 && one[side] === sizes[side]) return one.name;
  return null;
}

/** A topic may have the name of its category. */
function nameOf(letter: 'A' | 'B', values: readonly NamedPart[]): SentenceValues {
  const parts = values.filter(({ name }, index) => values.findIndex((one) => one.name === name) === index);
  const length = parts.reduce((sum, { name }) => sum + String(name).length, 0);
  const named = parts.length > 0 && length <= MAX_NAME;
  return { letter, named, parts: named ? parts : [] };
}

/** Dimensions that add to how the sets were selected; topics belong to categories and differ with them. */
export function unstated(dimensions: readonly DimensionComparison[], { stated }: SetNames): DimensionComparison[] {
  return dimensions.filter(
    ({ dimension, jsd_bits }) =>
      !stated.has(dimension) && !(dimension === 'topic' && stated.has('category') && jsd_bits === 1),
  );
}

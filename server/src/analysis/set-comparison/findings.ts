import type { SentenceValues } from '../../domain/sentences/write.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { rounded } from '../wording.ts';
import { unstated } from './set-names.ts';
import { differingDimensions, largestDifference, largestEffect } from './shares/highlights.ts';
import type { DimensionComparison } from './shares/shares.ts';
import { contentTerms } from './shares/terms.ts';
import { isOneSided, type Survey } from './survey.ts';
import { valuePart } from './wording.ts';

/** The findings: first what the sets share, then where they differ. */
export function listFindings(survey: Survey): Finding[] {
  if (isOneSided(survey)) return [note('set_comparison.one_sided', sizesOf(survey))];
  return inOrder([
    describeShared(survey),
    describeNear(survey),
    ...describeShares(survey),
    describeFeatures(survey),
    describeTerms(survey),
  ]);
}

function sizesOf({ sizes, names }: Survey): SentenceValues {
  return { ...names.values, size_a: sizes.a, size_b: sizes.b };
}

/** Copies matter if questions for an exam must not be used for practice. */
function describeShared(survey: Survey): Finding {
  const { sizes, overlap } = survey;
  const { sameIds: same, copies } = overlap;
  const values = {
    ...sizesOf(survey),
    shared: same === 0 ? 'none' : same === sizes.a && same === sizes.b ? 'all' : 'some',
    same,
    share_a: same / sizes.a,
    share_b: same / sizes.b,
  };
  if (copies.a === 0) return note('set_comparison.overlap', values);
  return {
    severity: 'warning',
    code: 'set_comparison.copies',
    values: { ...values, copies: copies.a, copied: copies.a / sizes.a },
    count: null,
    rows: { relation: 'exact' },
  };
}

function describeNear({ near, sizes, names }: Survey): Finding | null {
  if (near === null || near.near + near.conflicts === 0) return null;
  const values = { ...names.values, near: near.near, conflicts: near.conflicts, share: near.near / sizes.a };
  return {
    severity: 'warning',
    code: near.near === 0 ? 'set_comparison.conflicts' : 'set_comparison.near',
    values,
    count: null,
    rows: { relation: ['near', 'conflict'] },
  };
}

/** The two most different of three dimensions; more would be hard to read. */
const MAX_DIMENSIONS = 2;
/** Below this distance two mixes are practically the same, as in `coverage`: 50 : 50 is 0.05 from 43 : 57. */
const MIN_DISTANCE = 0.05;
/** A distance that would be rounded to nothing. */
const SMALLEST = 0.01;

/** A difference that the sets were selected by is not reported. */
function describeShares({ dimensions, names: sets }: Survey): Finding[] {
  const compared = unstated(dimensions, sets);
  if (compared.length === 0) return [];
  const ranked = differingDimensions(compared);
  const far = ranked.filter((one) => (one.jensen_shannon_distance ?? 0) >= MIN_DISTANCE);
  if (far.length > 0) return far.slice(0, MAX_DIMENSIONS).flatMap((one) => describeDimension(one, sets.values));
  const distance = ranked[0]?.jensen_shannon_distance ?? 0;
  const closeness = distance === 0 ? 'same' : distance < SMALLEST ? 'tiny' : 'close';
  const values = { dimensions: compared.map(({ dimension }) => dimension), closeness };
  return [note('set_comparison.same_mix', { ...values, distance: closeness === 'tiny' ? SMALLEST : distance })];
}

function describeDimension(comparison: DimensionComparison, sets: SentenceValues): Finding[] {
  const largest = largestDifference(comparison);
  if (largest === null) return [];
  const { dimension, value, share_a, share_b } = largest;
  const values = {
    ...sets,
    dimension,
    value: valuePart(dimension, value),
    share_a: share_a ?? 0,
    share_b: share_b ?? 0,
  };
  if (comparison.jsd_bits === 1) return [note('set_comparison.nothing_in_common', values)];
  const distance = comparison.jensen_shannon_distance ?? 0;
  return [note('set_comparison.largest_difference', { ...values, distance })];
}

function describeFeatures({ features, names }: Survey): Finding | null {
  const largest = largestEffect(features);
  if (largest === null) return null;
  const { feature, size, median_a, median_b } = largest;
  const delta = largest.cliffs_delta ?? 0;
  if (size === null || size === 'negligible') return note('set_comparison.alike_texts', { delta: Math.abs(delta) });
  const [a, b] = [median_a ?? 0, median_b ?? 0];
  const values = { ...names.values, feature, size, delta };
  // The sentence shows rounded medians.
  if (rounded(a) === rounded(b)) return note('set_comparison.longer_texts', { ...values, more: delta > 0 ? 'a' : 'b' });
  return note('set_comparison.medians', { ...values, median_a: a, median_b: b });
}

function describeTerms({ terms, names }: Survey): Finding | null {
  const [a] = contentTerms(terms.more_in_a);
  const [b] = contentTerms(terms.more_in_b);
  const sides = [
    ...(a === undefined ? [] : [{ set: names.values.a, term: a.term, own: a.per_1000_a, other: a.per_1000_b }]),
    ...(b === undefined ? [] : [{ set: names.values.b, term: b.term, own: b.per_1000_b, other: b.per_1000_a }]),
  ];
  return sides.length === 0 ? null : note('set_comparison.terms', { sides });
}

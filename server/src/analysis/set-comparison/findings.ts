import { type Finding, inOrder, note } from '../finding.ts';
import { capitalised, DIMENSION_NAMES, decimal, listNames, numbered, percent, rounded } from '../wording.ts';
import { type SetNames, unstated } from './set-names.ts';
import type { FeatureComparison } from './shares/features.ts';
import { differingDimensions, largestDifference, largestEffect } from './shares/highlights.ts';
import type { DimensionComparison } from './shares/shares.ts';
import { contentTerms } from './shares/terms.ts';
import { isOneSided, type Survey } from './survey.ts';
import { valueName } from './wording.ts';

/** The findings: first what the sets share, then where they differ. */
export function listFindings(survey: Survey): Finding[] {
  if (isOneSided(survey)) return [note(`${describeSizes(survey)}: there is nothing to compare.`)];
  const differences = [...describeShares(survey), describeFeatures(survey), describeTerms(survey)];
  return inOrder([
    describeShared(survey),
    nearFinding(survey),
    ...differences.map((text) => (text === null ? null : note(text))),
  ]);
}

/** Copies matter if questions for an exam must not be used for practice. */
function describeShared(survey: Survey): Finding {
  const text = `${describeSizes(survey)}; ${describeOverlap(survey)}.`;
  const { a } = survey.overlap.copies;
  if (a === 0) return note(text);
  return {
    severity: 'warning',
    text,
    next_step: 'If the sets must not overlap, delete the copies from one of them.',
    count: null,
    rows: { relation: 'exact' },
  };
}

function describeSizes({ sizes, names }: Survey): string {
  const a = names.a === 'set A' ? 'set A (the selected questions)' : names.a;
  return `${capitalised(a)} has ${numbered(sizes.a, 'question')}, ${names.b} ${numbered(sizes.b)}`;
}

function describeOverlap({ sizes, overlap: { sameIds, copies } }: Survey): string {
  const copied = `${numbered(copies.a)} of set A (${percent(copies.a / sizes.a)}) ${copies.a === 1 ? 'has' : 'have'} the same text as another question in set B`;
  if (sameIds === 0)
    return copies.a === 0 ? 'no question and no text is in both' : `no question is in both, but ${copied}`;
  if (sameIds === sizes.a && sameIds === sizes.b)
    return `they are the same questions${copies.a === 0 ? '' : `, and ${copied}`}`;
  const both = `${numbered(sameIds)} ${sameIds === 1 ? 'is' : 'are'} in both (${percent(sameIds / sizes.a)} of A, ${percent(sameIds / sizes.b)} of B)`;
  return copies.a === 0 ? both : `${both}, and ${copied}`;
}

function nearFinding(survey: Survey): Finding | null {
  const text = describeNear(survey);
  if (text === null) return null;
  return {
    severity: 'warning',
    text,
    next_step: 'Read the pairs: a player who has seen one question may know the answer to the other.',
    count: null,
    rows: { relation: ['near', 'conflict'] },
  };
}

function describeNear({ near, sizes, names }: Survey): string | null {
  if (near === null || near.near + near.conflicts === 0) return null;
  const ask = (count: number) => `${numbered(count, 'question')} of ${names.a} ${count === 1 ? 'asks' : 'ask'}`;
  if (near.near === 0) return `${ask(near.conflicts)} the same as one of ${names.b}, with a different answer.`;
  const nearly = `${ask(near.near)} nearly the same as one of ${names.b} (${percent(near.near / sizes.a)})`;
  return near.conflicts === 0
    ? `${nearly}.`
    : `${nearly}, and ${numbered(near.conflicts)} the same with a different answer.`;
}

/** The two most different of three dimensions; more would be hard to read. */
const MAX_DIMENSIONS = 2;
/** Below this distance two mixes are practically the same, as in `coverage`: 50 : 50 is 0.05 from 43 : 57. */
const MIN_DISTANCE = 0.05;

/** A difference that the sets were selected by is not reported. */
function describeShares({ dimensions, names: sets }: Survey): string[] {
  const compared = unstated(dimensions, sets);
  if (compared.length === 0) return [];
  const ranked = differingDimensions(compared);
  const far = ranked.filter((one) => (one.jensen_shannon_distance ?? 0) >= MIN_DISTANCE);
  if (far.length > 0) return far.slice(0, MAX_DIMENSIONS).flatMap((one) => describeDimension(one, sets));
  const names = listNames(compared.map(({ dimension }) => DIMENSION_NAMES[dimension].one));
  const distance = ranked[0]?.jensen_shannon_distance ?? 0;
  const mix = distance === 0 ? 'the same mix' : 'practically the same mix';
  const limit = distance > 0 && distance < 0.01 ? 'under 0.01' : decimal(distance);
  return [`By ${names} both sets have ${mix} (Jensen-Shannon distance ${limit}).`];
}

function describeDimension(comparison: DimensionComparison, sets: SetNames): string[] {
  const largest = largestDifference(comparison);
  if (largest === null) return [];
  const { dimension, value, share_a, share_b } = largest;
  const { one, many } = DIMENSION_NAMES[dimension];
  const name = value === null ? 'questions without a topic' : valueName(dimension, value);
  const shares = `${capitalised(sets.a)} has ${percent(share_a ?? 0)} ${name}, ${sets.b} ${percent(share_b ?? 0)}`;
  const distance = `Jensen-Shannon distance ${decimal(comparison.jensen_shannon_distance ?? 0)} of at most 0.83`;
  if (comparison.jsd_bits === 1) return [`${shares}: the sets have no ${one} in common.`];
  return [`${shares}: the largest difference among the ${many} (${distance}).`];
}

function describeFeatures({ features, names }: Survey): string | null {
  const largest = largestEffect(features);
  if (largest === null) return null;
  const delta = largest.cliffs_delta ?? 0;
  if (largest.size === 'negligible') {
    return `In length and readability the sets hardly differ (Cliff's delta at most ${decimal(Math.abs(delta))}).`;
  }
  const effect = `Cliff's delta ${decimal(delta)}`;
  if (rounded(largest.median_a ?? 0) === rounded(largest.median_b ?? 0)) {
    const [longer, shorter] = delta > 0 ? [names.a, names.b] : [names.b, names.a];
    return `${LONGER_TEXTS[largest.feature]} in ${longer} than in ${shorter}, although the medians are the same: a ${largest.size} difference (${effect}).`;
  }
  const formula = largest.feature === 'flesch_kincaid_grade' ? 'Flesch-Kincaid; ' : '';
  return `${describeMedians(largest, names)}: a ${largest.size} difference (${formula}${effect}).`;
}

const LONGER_TEXTS: Record<FeatureComparison['feature'], string> = {
  text_characters: 'Questions tend to be longer',
  text_words: 'Questions tend to be longer',
  answer_words: 'Answers tend to be longer',
  flesch_kincaid_grade: 'Questions tend to be harder to read',
};

function describeMedians({ feature, median_a, median_b }: FeatureComparison, sets: SetNames): string {
  const [a, b] = [rounded(median_a ?? 0), rounded(median_b ?? 0)];
  if (feature === 'flesch_kincaid_grade')
    return `The median question reads like a text for US school grade ${a} in ${sets.a}, ${b} in ${sets.b}`;
  const text = feature === 'answer_words' ? 'answer' : 'question';
  const unit = feature === 'text_characters' ? 'character' : 'word';
  return `The median ${text} has ${a} ${unit}${median_a === 1 ? '' : 's'} in ${sets.a}, ${b} in ${sets.b}`;
}

function describeTerms({ terms, names }: Survey): string | null {
  const [a] = contentTerms(terms.more_in_a);
  const [b] = contentTerms(terms.more_in_b);
  const inA = a && `of ${names.a} is "${a.term}" (${describeRates(a.per_1000_a, a.per_1000_b)})`;
  const inB = b && `of ${names.b} is "${b.term}" (${describeRates(b.per_1000_b, b.per_1000_a)})`;
  const parts = [inA, inB].filter((part) => part !== undefined);
  return parts.length === 0 ? null : `The most typical word ${parts.join(', that ')}.`;
}

function describeRates(own: number, other: number): string {
  return `${rounded(own)} of 1,000 words against ${rounded(other)}`;
}

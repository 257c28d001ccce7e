import { DIMENSION_NAMES, decimal, listNames, numbered, percent, rounded } from '../wording.ts';
import type { FeatureComparison } from './features.ts';
import { differingDimensions, largestDifference, largestEffect } from './highlights.ts';
import type { DimensionComparison } from './shares.ts';
import { isOneSided, type Survey } from './survey.ts';
import { contentTerms } from './terms.ts';
import { valueName } from './wording.ts';

/** What a person would say of the two sets: what they share first, then where they differ. */
export function tellFindings(survey: Survey): string[] {
  if (isOneSided(survey)) return [`${tellSizes(survey)}: there is nothing to compare.`];
  const sentences = [
    `${tellSizes(survey)}; ${tellOverlap(survey)}.`,
    tellNear(survey),
    ...tellShares(survey),
    tellFeatures(survey),
    tellTerms(survey),
  ];
  return sentences.filter((sentence) => sentence !== null);
}

function tellSizes({ sizes }: Survey): string {
  return `Set A has ${numbered(sizes.a, 'question')}, set B ${numbered(sizes.b)}`;
}

function tellOverlap({ sizes, overlap: { sameIds, copies } }: Survey): string {
  const copied = `${numbered(copies.a)} of set A (${percent(copies.a / sizes.a)}) ${copies.a === 1 ? 'has' : 'have'} the same text as another question in set B`;
  if (sameIds === 0)
    return copies.a === 0 ? 'no question and no text is in both' : `no question is in both, but ${copied}`;
  if (sameIds === sizes.a && sameIds === sizes.b)
    return `they are the same questions${copies.a === 0 ? '' : `, and ${copied}`}`;
  const both = `${numbered(sameIds)} ${sameIds === 1 ? 'is' : 'are'} in both (${percent(sameIds / sizes.a)} of A, ${percent(sameIds / sizes.b)} of B)`;
  return copies.a === 0 ? both : `${both}, and ${copied}`;
}

function tellNear({ near, sizes }: Survey): string | null {
  if (near === null || near.near + near.conflicts === 0) return null;
  const ask = (count: number) => `${numbered(count, 'question')} of set A ${count === 1 ? 'asks' : 'ask'}`;
  if (near.near === 0) return `${ask(near.conflicts)} what one of set B asks, with another answer.`;
  const nearly = `${ask(near.near)} nearly what one of set B asks (${percent(near.near / sizes.a)})`;
  return near.conflicts === 0 ? `${nearly}.` : `${nearly}, ${numbered(near.conflicts)} the same with another answer.`;
}

/** Of three dimensions the two that differ most: more would be a list. */
const MAX_DIMENSIONS = 2;
/** Below this distance two mixes are practically the same, as in `coverage`: 50 : 50 is 0.05 from 43 : 57. */
const LEAST_DISTANCE = 0.05;

function tellShares({ parameters, dimensions }: Survey): string[] {
  const ranked = differingDimensions(dimensions);
  const far = ranked.filter((one) => (one.jensen_shannon_distance ?? 0) >= LEAST_DISTANCE);
  if (far.length > 0) return far.slice(0, MAX_DIMENSIONS).flatMap(tellDimension);
  const names = listNames(parameters.dimensions.map((dimension) => DIMENSION_NAMES[dimension].one));
  const distance = ranked[0]?.jensen_shannon_distance ?? 0;
  const mix = distance === 0 ? 'the same mix' : 'practically the same mix';
  const limit = distance > 0 && distance < 0.01 ? 'under 0.01' : decimal(distance);
  return [`By ${names} both sets have ${mix} (Jensen-Shannon distance ${limit}).`];
}

function tellDimension(comparison: DimensionComparison): string[] {
  const largest = largestDifference(comparison);
  if (largest === null) return [];
  const { dimension, value, share_a, share_b } = largest;
  const { one, many } = DIMENSION_NAMES[dimension];
  const name = value === null ? 'questions without a topic' : valueName(dimension, value);
  const shares = `Set A has ${percent(share_a ?? 0)} ${name}, set B ${percent(share_b ?? 0)}`;
  const distance = `Jensen-Shannon distance ${decimal(comparison.jensen_shannon_distance ?? 0)} of at most 0.83`;
  if (comparison.jsd_bits === 1) return [`${shares}: the sets have no ${one} in common.`];
  return [`${shares}: the largest difference among the ${many} (${distance}).`];
}

function tellFeatures({ features }: Survey): string | null {
  const largest = largestEffect(features);
  if (largest === null) return null;
  const delta = largest.cliffs_delta ?? 0;
  if (largest.size === 'negligible') {
    return `In length and readability the sets hardly differ (Cliff's delta at most ${decimal(Math.abs(delta))}).`;
  }
  return `${tellMedians(largest)}: a ${largest.size} difference (Cliff's delta ${decimal(delta)}).`;
}

function tellMedians({ feature, median_a, median_b }: FeatureComparison): string {
  const [a, b] = [rounded(median_a ?? 0), rounded(median_b ?? 0)];
  if (feature === 'flesch_kincaid_grade') return `The median Flesch-Kincaid grade is ${a} in set A, ${b} in set B`;
  const text = feature === 'answer_words' ? 'answer' : 'question';
  const unit = feature === 'text_characters' ? 'character' : 'word';
  return `The median ${text} has ${a} ${unit}${median_a === 1 ? '' : 's'} in set A, ${b} in set B`;
}

function tellTerms({ terms }: Survey): string | null {
  const [a] = contentTerms(terms.more_in_a);
  const [b] = contentTerms(terms.more_in_b);
  const inA = a && `of set A is "${a.term}" (${tellRates(a.per_1000_a, a.per_1000_b)})`;
  const inB = b && `of set B is "${b.term}" (${tellRates(b.per_1000_b, b.per_1000_a)})`;
  const told = [inA, inB].filter((part) => part !== undefined);
  return told.length === 0 ? null : `The most typical word ${told.join(', that ')}.`;
}

function tellRates(own: number, other: number): string {
  return `${rounded(own)} of 1,000 words against ${rounded(other)}`;
}

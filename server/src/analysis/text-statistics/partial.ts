import { MAX_GROUPS, MAX_WORDS, requireAtMost } from '../too-large.ts';
import { addCandidates, type Candidates } from './counts/candidates.ts';
import { addHistogram, type Histogram } from './counts/histogram.ts';
import { addMarked, type Marked, withoutMarked } from './counts/marked.ts';
import type { TextStatisticsParameters } from './parameters.ts';
import { addStream, type MovingRatio } from './words/moving-ratio.ts';
import { addQuestionWords, type QuestionWordCounts } from './words/question-words.ts';
import { addTotals, type ReadabilityTotals } from './words/readability.ts';
import { addRates, type SyllableRates } from './words/syllable-rates.ts';
import { addVocabulary, type Vocabulary } from './words/vocabulary.ts';

/** One field of the questions of a group. */
export interface FieldPartial {
  chars: Histogram;
  words: Histogram;
  sentences: Histogram;
  /** This and the next two only cover English texts; texts without a word have no rate. */
  syllables: SyllableRates;
  totals: ReadabilityTotals;
  /** Null for answers, which ask nothing. */
  question_words: QuestionWordCounts | null;
  vocabulary: Vocabulary;
  moving: MovingRatio;
}

export interface GroupPartial {
  value: string | number | null;
  questions: number;
  /** The number of questions whose readability is judged. */
  english: number;
  /** In the order of the parameter. */
  fields: FieldPartial[];
  candidates: Candidates;
  /** Questions with a dismissed text, whatever its length; absent if there are none. */
  marked?: Marked;
}

export interface TextStatisticsPartial {
  groups: Record<string, GroupPartial>;
}

/** The histograms by which a candidate may be an outlier, per field. */
export function lengthHistograms({ fields, marked }: GroupPartial): Histogram[] {
  const histograms = fields.map(({ chars }) => chars);
  return marked === undefined ? histograms : withoutMarked(histograms, marked);
}

/** The number of longest and of shortest texts kept per group and field. */
export function keptExtremes({ top_n }: TextStatisticsParameters): number {
  return Math.max(top_n, 500);
}

/** Adds the questions that follow; modifies the left side. */
export function mergePartials(
  left: TextStatisticsPartial,
  right: TextStatisticsPartial,
  parameters: TextStatisticsParameters,
): TextStatisticsPartial {
  for (const [key, group] of Object.entries(right.groups)) {
    const known = left.groups[key];
    if (known === undefined) left.groups[key] = group;
    else addGroup(known, group, keptExtremes(parameters));
  }
  requireBounded(left);
  return left;
}

/** Memory grows with the groups and the words of all of them, since each group has its own vocabulary. */
export function requireBounded({ groups }: TextStatisticsPartial): void {
  const all = Object.values(groups);
  requireAtMost(MAX_GROUPS, all.length, 'groups');
  let words = 0;
  for (const { fields } of all) for (const { vocabulary } of fields) words += vocabulary.counts.length;
  requireAtMost(MAX_WORDS, words, all.length === 1 ? 'different words' : 'different words in their groups');
}

function addGroup(left: GroupPartial, right: GroupPartial, kept: number): void {
  left.questions += right.questions;
  left.english += right.english;
  for (const [position, field] of left.fields.entries()) {
    const other = right.fields[position];
    if (other !== undefined) addField(field, other);
  }
  if (right.marked !== undefined) left.marked = addMarked(left.marked, right.marked);
  left.candidates = addCandidates(left.candidates, right.candidates, lengthHistograms(left), kept);
}

function addField(left: FieldPartial, right: FieldPartial): void {
  addHistogram(left.chars, right.chars);
  addHistogram(left.words, right.words);
  addHistogram(left.sentences, right.sentences);
  addRates(left.syllables, right.syllables);
  addTotals(left.totals, right.totals);
  if (left.question_words !== null && right.question_words !== null) {
    addQuestionWords(left.question_words, right.question_words);
  }
  addVocabulary(left.vocabulary, right.vocabulary);
  addStream(left.moving, right.moving);
}

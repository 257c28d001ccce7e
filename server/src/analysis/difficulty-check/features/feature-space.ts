import { ANSWER_TYPES } from '../../../domain/flaws/answer-type.ts';
import { listOf } from '../../corpus/corpus.ts';
import { QUESTION_WORDS } from '../../text-statistics/words/question-words.ts';
import { MAX_LEARNT_TOKENS, requireAtMost } from '../../too-large.ts';
import { type Bank, surfaceOf } from '../bank.ts';
import type { Cases } from '../model/logistic.ts';
import { MEASURES } from './measures.ts';
import { buildStandardiser } from './standardise.ts';
import { buildVocabulary, NONE, pairKey, type Vocabulary } from './vocabulary.ts';

/** Turns questions into features, which are chosen by the texts of the sample and never by its levels. */
export interface FeatureSpace {
  size: number;
  /** The first index of each kind of feature. */
  starts: Record<Kind, number>;
  vocabulary: Vocabulary;
  /** Appends the features of a question and their values to the lists. */
  encode(question: number, features: number[], values: number[]): void;
}

/** Category and topic are left out: they form the baseline, see `label-baseline.ts`. */
export const KINDS = ['measure', 'answer_type', 'question_word', 'term'] as const;
export type Kind = (typeof KINDS)[number];

export function buildFeatureSpace(bank: Bank, questions: Uint32Array): FeatureSpace {
  const vocabulary = buildVocabulary(bank.corpus, questions);
  const sizes = [MEASURES.length, ANSWER_TYPES.length, QUESTION_WORDS.length, vocabulary.size];
  const starts = {} as Record<Kind, number>;
  let size = 0;
  for (const [index, kind] of KINDS.entries()) {
    starts[kind] = size;
    size += sizes[index] ?? 0;
  }
  const standardise = buildStandardiser(bank, questions);
  const weigh = buildTermWeights(vocabulary, questions.length);
  const encode = (question: number, features: number[], values: number[]) => {
    standardise(question, features, values);
    const put = (feature: number) => {
      features.push(feature);
      values.push(1);
    };
    put(starts.answer_type + surfaceOf(bank, question, 'answer_type'));
    put(starts.question_word + surfaceOf(bank, question, 'question_word'));
    const first = features.length;
    for (const term of termsOf(bank, vocabulary, question)) {
      features.push(starts.term + term);
      values.push(weigh(term));
    }
    normalise(values, first);
  };
  return { size, starts, vocabulary, encode };
}

/** Encodes all questions of a list. */
export function encodeAll(space: FeatureSpace, questions: Uint32Array): Cases {
  const features: number[] = [];
  const values: number[] = [];
  const starts = new Uint32Array(questions.length + 1);
  for (const [index, question] of questions.entries()) {
    space.encode(question, features, values);
    requireAtMost(MAX_LEARNT_TOKENS, features.length, 'words to learn levels from');
    starts[index + 1] = features.length;
  }
  return { features: Uint32Array.from(features), values: Float32Array.from(values), starts };
}

function termsOf({ corpus }: Bank, { words, answerWords, pairs }: Vocabulary, question: number): Set<number> {
  const terms = new Set<number>();
  const text = listOf(corpus.texts, question);
  let before = NONE;
  for (const word of text) {
    const number = words[word] ?? NONE;
    if (number !== NONE) {
      terms.add(number);
      const pair = before === NONE ? undefined : pairs.get(pairKey(corpus, before, word));
      if (pair !== undefined) terms.add(pair);
    }
    before = number === NONE ? NONE : word;
  }
  for (const word of listOf(corpus.answers, question)) {
    const number = answerWords[word] ?? NONE;
    if (number !== NONE) terms.add(number);
  }
  return terms;
}

/** The weight of words relative to the measures: 1, 2 and 3 were tried on Open Trivia, with matching ridges. */
const TERM_LENGTH = 3;

function buildTermWeights({ frequencies }: Vocabulary, count: number): (term: number) => number {
  const weights = frequencies.map((frequency) => Math.log((1 + count) / (1 + frequency)) + 1);
  return (term) => weights[term] ?? 0;
}

/** Scales to one length, so that a long question has no more weight than a short one. */
function normalise(values: number[], first: number): void {
  let sum = 0;
  for (let index = first; index < values.length; index += 1) sum += (values[index] ?? 0) ** 2;
  const scale = sum === 0 ? 0 : TERM_LENGTH / Math.sqrt(sum);
  for (let index = first; index < values.length; index += 1) values[index] = (values[index] ?? 0) * scale;
}

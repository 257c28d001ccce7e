import { ANSWER_TYPES } from '../../../domain/flaws/answer-type.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { QUESTION_WORDS } from '../../text-statistics/words/question-words.ts';
import { type FeatureSpace, KINDS, type Kind } from './feature-space.ts';
import { MEASURES } from './measures.ts';
import { NONE, type Vocabulary } from './vocabulary.ts';

/** A feature by its kind and its name; a measure has one name for high and one for low values. */
export interface Cue {
  kind: 'measure' | 'answer_type' | 'question_word' | 'no_question_word' | 'word' | 'answer_word';
  name: string;
}

export type NameFeature = (feature: number, isHigh: boolean) => Cue;

const NOTHING: Cue = { kind: 'word', name: '' };

export function buildNames({ starts, vocabulary }: FeatureSpace, corpus: Corpus): NameFeature {
  const terms = nameTerms(vocabulary, corpus);
  const naming: Record<Kind, (index: number, isHigh: boolean) => Cue> = {
    measure: (index, isHigh) => ({ kind: 'measure', name: MEASURES[index]?.[isHigh ? 'high' : 'low'] ?? '' }),
    answer_type: (index) => ({ kind: 'answer_type', name: ANSWER_TYPES[index] ?? '' }),
    question_word: (index) => nameQuestionWord(QUESTION_WORDS[index]),
    term: (index) => terms[index] ?? NOTHING,
  };
  return (feature, isHigh) => {
    const kind = KINDS.findLast((one) => starts[one] <= feature) ?? 'measure';
    return naming[kind](feature - starts[kind], isHigh);
  };
}

/** In English, for rows and results; `phrases.cue` in `server/languages` is the same for readers. */
export function cueInEnglish({ kind, name }: Cue): string {
  switch (kind) {
    case 'measure':
      return name;
    case 'answer_type':
      return `answer of type ${name}`;
    case 'question_word':
      return `asks "${name}"`;
    case 'no_question_word':
      return 'no question word';
    case 'answer_word':
      return `answer "${name}"`;
    case 'word':
      return `"${name}"`;
  }
}

function nameQuestionWord(word = 'other'): Cue {
  return word === 'other' ? { kind: 'no_question_word', name: '' } : { kind: 'question_word', name: word };
}

/** A "word" may be as long as a text. */
const MAX_NAME = 60;

function shorten(text: string): string {
  // A surrogate pair must not be cut in two.
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME).replace(/\p{Surrogate}$/u, '')}…` : text;
}

function nameTerms({ words, answerWords, pairs, size }: Vocabulary, corpus: Corpus): Cue[] {
  const names = Array.from({ length: size }, () => NOTHING);
  const word = (text: string): Cue => ({ kind: 'word', name: shorten(text) });
  for (const [index, number] of words.entries()) if (number !== NONE) names[number] = word(corpus.words[index] ?? '');
  for (const [word, number] of answerWords.entries()) {
    if (number !== NONE) names[number] = { kind: 'answer_word', name: shorten(corpus.words[word] ?? '') };
  }
  const count = corpus.words.length;
  for (const [key, number] of pairs) {
    names[number] = word(`${corpus.words[Math.floor(key / count)]} ${corpus.words[key % count]}`);
  }
  return names;
}

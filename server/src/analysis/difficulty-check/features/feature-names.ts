import { ANSWER_TYPES } from '../../../domain/flaws/answer-type.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { QUESTION_WORDS } from '../../text-statistics/words/question-words.ts';
import { type FeatureSpace, KINDS, type Kind } from './feature-space.ts';
import { MEASURES } from './measures.ts';
import { NONE, type Vocabulary } from './vocabulary.ts';

/** The name of a feature; a measure has one name for high and one for low values. */
export type NameFeature = (feature: number, isHigh: boolean) => string;

export function buildNames({ starts, vocabulary }: FeatureSpace, corpus: Corpus): NameFeature {
  const terms = nameTerms(vocabulary, corpus);
  const naming: Record<Kind, (index: number, isHigh: boolean) => string | undefined> = {
    measure: (index, isHigh) => MEASURES[index]?.[isHigh ? 'high' : 'low'],
    answer_type: (index) => `answer of type ${ANSWER_TYPES[index]}`,
    question_word: (index) => nameQuestionWord(QUESTION_WORDS[index]),
    term: (index) => terms[index],
  };
  return (feature, isHigh) => {
    const kind = KINDS.findLast((one) => starts[one] <= feature) ?? 'measure';
    return naming[kind](feature - starts[kind], isHigh) ?? '';
  };
}

function nameQuestionWord(word: string | undefined): string {
  return word === undefined || word === 'other' ? 'no question word' : `asks "${word}"`;
}

/** A "word" may be as long as a text. */
const MAX_NAME = 60;

function quote(text: string): string {
  // A surrogate pair must not be cut in two.
  return text.length > MAX_NAME ? `"${text.slice(0, MAX_NAME).replace(/\p{Surrogate}$/u, '')}…"` : `"${text}"`;
}

function nameTerms({ words, answerWords, pairs, size }: Vocabulary, corpus: Corpus): string[] {
  const names = Array.from({ length: size }, () => '');
  for (const [word, number] of words.entries()) if (number !== NONE) names[number] = quote(corpus.words[word] ?? '');
  for (const [word, number] of answerWords.entries()) {
    if (number !== NONE) names[number] = `answer ${quote(corpus.words[word] ?? '')}`;
  }
  const count = corpus.words.length;
  for (const [key, number] of pairs) {
    names[number] = quote(`${corpus.words[Math.floor(key / count)]} ${corpus.words[key % count]}`);
  }
  return names;
}

import { answerKey } from '../answer-check.ts';
import { hashText, scatter } from '../hash.ts';
import { wordKind } from './compare-words.ts';
import { isContent } from './judge.ts';
import { stemWords } from './stems.ts';
import { wordWeight } from './weights.ts';
import type { QuestionAndAnswer } from './word-counts.ts';

/** A question has a key for each of so many of its heaviest words. */
const HEAVY_WORDS = 8;
/** Lighter words are in every other question. */
const LIGHTEST = 2.5;

/**
 * Numbers under which a question is stored, so that those that ask the same find each other: same answer and one heavy word
 * in common, or all telling words in common whatever the answer. Words are weighed by what is known of English alone: a
 * key must not change when the bank does.
 */
export function likenessKeys({ question_text, correct_answer }: QuestionAndAnswer): Int32Array {
  const words = [...new Set(stemWords(question_text))].map((stem) => ({ stem, weight: wordWeight(stem, 0, 0) }));
  const answer = answerKey(correct_answer);
  const heavy = words
    .filter(({ weight }) => weight >= LIGHTEST)
    .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, HEAVY_WORDS);
  const telling = words.filter(({ stem, weight }) => isContent(weight, wordKind(stem))).map(({ stem }) => stem);
  const keys = heavy.map(({ stem }) => hash32(`${stem}\n${answer}`));
  if (telling.length > 0) keys.push(hash32(telling.sort().join(' ')));
  return Int32Array.from(new Set(keys));
}

const hash32 = (text: string) => scatter(hashText(text));

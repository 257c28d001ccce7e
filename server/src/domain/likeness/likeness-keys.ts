import { answerKey } from '../answers/answer-check.ts';
import { hashText, scatter } from '../text/hash.ts';
import { wordsOfKey } from '../text/split-words.ts';
import { textKey } from '../text/text.ts';
import { wordKind } from './compare-words.ts';
import { exactKey } from './exact-key.ts';
import { isContent } from './judge.ts';
import { joinWords, stemWord } from './stems.ts';
import { stemWeight } from './weights.ts';
import type { QuestionAndAnswer } from './word-counts.ts';

/** A question has a key for each of this many of its heaviest words. */
const HEAVY_WORDS = 8;
/** Lighter words are in every other question. */
const LIGHTEST = 2.5;

/**
 * Numbers under which a question is stored, so that those that ask the same find each other: same answer and one heavy word
 * in common, or all telling words in common whatever the answer. Words are weighed by what is known of English alone: a
 * key must not change when the bank does.
 */
export function likenessKeys({ question_text, correct_answer }: QuestionAndAnswer): Int32Array {
  const words = weighedWords(question_text);
  const answer = answerKey(correct_answer);
  const heavy = words
    .filter(({ weight }) => weight >= LIGHTEST)
    .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, HEAVY_WORDS);
  const keys = heavy.map(({ stem }) => hash32(`${stem}\n${answer}`));
  return Int32Array.from(new Set([...keys, ...keysOfWords(words)]));
}

/** Those of them that do not depend on the answer. */
export function wordingKeys(questionText: string): Int32Array {
  return Int32Array.from(keysOfWords(weighedWords(questionText)));
}

interface WeighedWord {
  stem: string;
  weight: number;
  /** Whether it stays when all that says little is left out. */
  isTelling: boolean;
}

function weighedWords(text: string): WeighedWord[] {
  const words = joinWords(wordsOfKey(exactKey(text, textKey(text)))).map(weighWord);
  return [...new Map(words.map((word) => [word.stem, word])).values()];
}

/** Words come again and again: looked up, all keys of a question take 30 us instead of 60. Forgotten when there are too many. */
const WEIGHED = new Map<string, WeighedWord>();
const MAX_WEIGHED = 20_000;
const MAX_WEIGHED_LENGTH = 40;

function weighWord(word: string): WeighedWord {
  const known = WEIGHED.get(word);
  if (known !== undefined) return known;
  const stem = stemWord(word);
  const weight = stemWeight(stem);
  const weighed = { stem, weight, isTelling: isContent(weight, wordKind(stem)) };
  if (WEIGHED.size >= MAX_WEIGHED) WEIGHED.clear();
  if (word.length <= MAX_WEIGHED_LENGTH) WEIGHED.set(word, weighed);
  return weighed;
}

function keysOfWords(words: readonly WeighedWord[]): number[] {
  const telling = words.filter(({ isTelling }) => isTelling).map(({ stem }) => stem);
  return telling.length === 0 ? [] : [hash32(telling.sort().join(' '))];
}

const hash32 = (text: string) => scatter(hashText(text));

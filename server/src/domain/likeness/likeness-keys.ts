import { answerKey } from '../answers/answer-check.ts';
import { continueHash, hashText, scatter } from '../text/hash.ts';
import { wordsOfKey } from '../text/split-words.ts';
import { textKey } from '../text/text.ts';
import { wordKind } from './compare-words.ts';
import { exactKey } from './exact-key.ts';
import { isContent } from './judge.ts';
import { joinPairs, stemWord } from './stems.ts';
import { glueWords } from './synonyms.ts';
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
export function likenessKeys(
  { question_text, correct_answer }: QuestionAndAnswer,
  key = textKey(question_text),
): Int32Array {
  const words = weighedWords(question_text, key);
  const answer = answerKey(correct_answer);
  const heavy = words.filter(({ weight }) => weight >= LIGHTEST).sort(byWeight);
  const keys = heavy.slice(0, HEAVY_WORDS).map(({ hashed }) => scatter(continueHash(hashed, answer)));
  keys.push(...keysOfWords(words));
  return Int32Array.from(keys.filter((one, index) => keys.indexOf(one) === index)); // nine at most
}

/** Of 322 labelled duplicates as many are found by these as by all nine, 318; each takes PostgreSQL 35 µs. */
const MAX_ASKED = 5;

/** Those of the keys of a question by which others are looked up: of its heaviest words, which come first, and of its whole wording, which is last. */
export function askedKeys(keys: readonly number[]): readonly number[] {
  return keys.length <= MAX_ASKED ? keys : [...keys.slice(0, MAX_ASKED - 1), ...keys.slice(-1)];
}

const byWeight = (a: WeighedWord, b: WeighedWord) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1);

/** Those of them that do not depend on the answer. */
export function wordingKeys(questionText: string, key = textKey(questionText)): Int32Array {
  return Int32Array.from(keysOfWords(weighedWords(questionText, key)));
}

interface WeighedWord {
  stem: string;
  /** Left out as long as there are others. */
  isGlue: boolean;
  weight: number;
  /** Whether it stays when all that says little is left out. */
  isTelling: boolean;
  /** The hash of the stem and a line feed, from which that of an answer goes on. */
  hashed: number;
}

/** The words of a text as `joinWords` leaves them, each stem once. */
function weighedWords(text: string, key: string): WeighedWord[] {
  const words = wordsOfKey(exactKey(text, key));
  const telling = joinPairs(words)
    .map(weighWord)
    .filter(({ isGlue }) => !isGlue);
  const seen = new Set<string>();
  return (telling.length > 0 ? telling : words.map(weighWord)).filter(({ stem }) => {
    const isNew = !seen.has(stem);
    if (isNew) seen.add(stem);
    return isNew;
  });
}

/** Words come again and again: looked up, all keys of a question take a third of the time. Forgotten when there are too many. */
const WEIGHED = new Map<string, WeighedWord>();
/** A bank of 50,000 questions has 30,000 words. */
const MAX_WEIGHED = 50_000;
const MAX_WEIGHED_LENGTH = 40;

function weighWord(word: string): WeighedWord {
  const known = WEIGHED.get(word);
  if (known !== undefined) return known;
  const stem = stemWord(word);
  const weight = stemWeight(stem);
  const weighed: WeighedWord = {
    stem,
    isGlue: glueWords.has(word),
    weight,
    isTelling: isContent(weight, wordKind(stem)),
    hashed: hashText(`${stem}\n`),
  };
  if (WEIGHED.size >= MAX_WEIGHED) WEIGHED.clear();
  if (word.length <= MAX_WEIGHED_LENGTH) WEIGHED.set(word, weighed);
  return weighed;
}

function keysOfWords(words: readonly WeighedWord[]): number[] {
  const telling = words.filter(({ isTelling }) => isTelling).map(({ stem }) => stem);
  return telling.length === 0 ? [] : [scatter(hashText(telling.sort().join(' ')))];
}

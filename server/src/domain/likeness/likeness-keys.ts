import { answerKey } from '../answers/answer-check.ts';
import { continueHash, hashText, scatter } from '../text/hash.ts';
import { sortTexts } from '../text/sort-texts.ts';
import { textKey } from '../text/text.ts';
import { exactKey } from './exact-key.ts';
import { joinPairs } from './stems.ts';
import { type WeighedWord, weighWord, weighWords } from './weighed-words.ts';
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
  const keys: number[] = []; // nine at most
  for (const { hashed } of heaviestOf(words)) addKey(keys, continueHash(hashed, answer));
  const wording = hashOfWording(words);
  if (wording !== undefined) addKey(keys, wording);
  return new Int32Array(keys);
}

/** Signed, as they are stored. */
function addKey(keys: number[], hashed: number): void {
  const key = scatter(hashed) | 0;
  if (!keys.includes(key)) keys.push(key);
}

/** Of 322 labelled duplicates as many are found by these as by all nine, 318; each takes PostgreSQL 35 µs. */
const MAX_ASKED = 5;

/** Those of the keys of a question by which others are looked up: of its heaviest words, which come first, and of its whole wording, which is last. */
export function askedKeys(keys: readonly number[]): readonly number[] {
  return keys.length <= MAX_ASKED ? keys : [...keys.slice(0, MAX_ASKED - 1), ...keys.slice(-1)];
}

/** Those of them that do not depend on the answer. */
export function wordingKeys(questionText: string, key = textKey(questionText)): Int32Array {
  const wording = hashOfWording(weighedWords(questionText, key));
  return wording === undefined ? new Int32Array() : Int32Array.of(scatter(wording));
}

/** The words of a text as `joinWords` leaves them. */
function weighedWords(text: string, key: string): readonly WeighedWord[] {
  const words = weighWords(exactKey(text, key));
  const joined = words.some(({ mayJoin }) => mayJoin)
    ? joinPairs(words.map(({ word }) => word)).map((word) => weighWord(word))
    : words;
  const telling = joined.filter(({ isGlue }) => !isGlue);
  return telling.length > 0 ? telling : words;
}

/** In order, each stem once. Not by a sort of all: it would compare many more than are kept. */
function heaviestOf(words: readonly WeighedWord[]): WeighedWord[] {
  const heaviest: WeighedWord[] = [];
  for (const word of words) {
    if (word.weight < LIGHTEST) continue;
    const place = heaviest.findIndex((other) => !isHeavier(other, word));
    if (place < 0) {
      if (heaviest.length < HEAVY_WORDS) heaviest.push(word);
    } else if (heaviest[place]?.stem !== word.stem) {
      if (heaviest.length === HEAVY_WORDS) heaviest.pop();
      heaviest.splice(place, 0, word);
    }
  }
  return heaviest;
}

const isHeavier = (a: WeighedWord, b: WeighedWord) => (a.weight === b.weight ? a.stem < b.stem : a.weight > b.weight);

/** Of all telling words, each stem once. */
function hashOfWording(words: readonly WeighedWord[]): number | undefined {
  const stems: string[] = [];
  for (const { stem, isTelling } of words) if (isTelling) stems.push(stem);
  const [first] = sortTexts(stems);
  if (first === undefined) return undefined;
  let hashed = hashText(first);
  let before = first;
  for (const stem of stems) {
    if (stem !== before) hashed = continueHash(continueHash(hashed, ' '), stem);
    before = stem;
  }
  return hashed;
}

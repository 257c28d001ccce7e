import { answerKey } from '../answers/answer-check.ts';
import { continueHash, hashText, scatter } from '../text/hash.ts';
import { sortTexts } from '../text/sort-texts.ts';
import { textKey } from '../text/text.ts';
import { exactKey } from './exact-key.ts';
import { joinPairs } from './stems.ts';
import { type WeighedWord, weighWord, weighWords } from './weighed-words.ts';
import type { QuestionAndAnswer } from './word-counts.ts';

/** The number of heaviest words for which a question has a key. */
const HEAVY_WORDS = 8;
/** Lighter words occur in every other question. */
const LIGHTEST = 2.5;

/**
 * The keys under which a question is stored, so that duplicates can be found: equal answer and a common heavy word, or
 * equal significant words whatever the answer. Words are weighed by general knowledge of English: a key must not change
 * when the bank does.
 */
export function likenessKeys(
  { question_text, correct_answer }: QuestionAndAnswer,
  key = textKey(question_text),
): Int32Array {
  const words = weighedWords(question_text, key);
  const answer = answerKey(correct_answer);
  const keys: number[] = []; // at most nine
  for (const { hashed } of heaviestOf(words)) addKey(keys, continueHash(hashed, answer));
  const wording = hashOfWording(words);
  if (wording !== undefined) addKey(keys, wording);
  return new Int32Array(keys);
}

/** Stored as signed integers. */
function addKey(keys: number[], hashed: number): void {
  const key = scatter(hashed) | 0;
  if (!keys.includes(key)) keys.push(key);
}

/** Five keys find 318 of 322 labelled duplicates, as many as all nine; each takes PostgreSQL 35 µs. */
const MAX_ASKED = 5;

/**
 * The keys by which duplicates of a question are looked up: those of its heaviest words, which come first, and of its
 * whole wording, which is last.
 */
export function askedKeys(keys: readonly number[]): readonly number[] {
  return keys.length <= MAX_ASKED ? keys : [...keys.slice(0, MAX_ASKED - 1), ...keys.slice(-1)];
}

/** The keys that do not depend on the answer. */
export function wordingKeys(questionText: string, key = textKey(questionText)): Int32Array {
  const wording = hashOfWording(weighedWords(questionText, key));
  return wording === undefined ? new Int32Array() : Int32Array.of(scatter(wording));
}

/** The words of a text after `joinWords`. */
function weighedWords(text: string, key: string): readonly WeighedWord[] {
  const words = weighWords(exactKey(text, key));
  const joined = words.some(({ mayJoin }) => mayJoin)
    ? joinPairs(words.map(({ word }) => word)).map((word) => weighWord(word))
    : words;
  const significant = joined.filter(({ isGlue }) => !isGlue);
  return significant.length > 0 ? significant : words;
}

/** Sorted, each stem once. Sorting all words would compare many more than are kept. */
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

/** A hash of all significant words, each stem once. */
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

import { distance } from 'fastest-levenshtein';
import { areAlike } from './compare-answers.ts';
import { areSameQuantity } from './quantities.ts';
import { formWords, glueWords } from './synonyms.ts';
import { isCommonWord } from './weights.ts';

/**
 * Whether different answers to questions with the same wording may be one answer. The same wording makes that likely, so
 * less is required than of `areAlike`: an equal quantity, a name that shares its rare first part ("Ivana Trump", "Ivana
 * Zelníčková"), or a translation ("Isle of Youth", "Isla de la Juventud").
 */
export function mayBeOneAnswer(a: readonly string[], b: readonly string[]): boolean {
  return areAlike(a, b) || areSameQuantity(a, b) || shareFirstName(a, b) || areTranslations(a, b);
}

/** A first name and a few more; longer answers are sentences. */
const MAX_NAMES = 4;
const MIN_LETTERS = 3;

/**
 * Whether two names of persons have a rare first name in common, while the rest differs: after a marriage, for instance.
 * A common first word does not count ("Lake Michigan", "Lake Huron"), nor does a common last one ("North Korea", "South
 * Korea").
 */
function shareFirstName(a: readonly string[], b: readonly string[]): boolean {
  const [first = ''] = a;
  if (first !== b[0] || isCommonWord(first)) return false;
  const rest = [...a.slice(1), ...b.slice(1)];
  if (a.length < 2 || b.length < 2 || Math.max(a.length, b.length) > MAX_NAMES) return false;
  return rest.every((name) => name.length >= MIN_LETTERS && !/\p{N}/u.test(name) && !isForm(name));
}

/** Whether one answer is English and the other is not, by the words that hold them together, and their names begin alike. */
function areTranslations(a: readonly string[], b: readonly string[]): boolean {
  const isForeign = (words: readonly string[]) => words.some((word) => formWords.has(word));
  const isEnglish = (words: readonly string[]) => !isForeign(words) && words.some((word) => glueWords.has(word));
  if (!(isForeign(a) && isEnglish(b)) && !(isForeign(b) && isEnglish(a))) return false;
  return beginAlike(a.find((word) => !isForm(word)) ?? '', b.find((word) => !isForm(word)) ?? '');
}

const isForm = (word: string) => glueWords.has(word) || formWords.has(word);

const MAX_LETTERS = 40;

/** "Isla" and "Isle": at most one letter in four differs, and not the first. */
function beginAlike(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  if (longest === 0 || longest > MAX_LETTERS || one[0] !== other[0]) return false;
  return distance(one, other) <= longest / 4;
}

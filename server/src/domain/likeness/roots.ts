import { wordKind } from './compare-words.ts';
import { isLightWord, stemWord, stemWords, synonymOf } from './stems.ts';
import { rootLines } from './synonyms.ts';

/** Endings that make one kind of word of another ("create", "creator", "creation"), the longest first of those that end alike. */
const ENDINGS =
  'ation ition ator itor ment ness ance ence ian ion ive ist ism ity ial ual ish ory ary ant ent or er al ly ic at an ia a y e'.split(
    ' ',
  );
/** As many letters stay: "river" and "water" are whole words. */
const LEAST_LETTERS = 4;
const LETTERS = /^[a-z]+$/;

/**
 * What is left of a stem without the ending that makes a verb of a noun or a people of a country. More words become one
 * than by stems: texts are compared by roots, and stored under stems, which must not change.
 */
export function rootOf(stem: string): string {
  // Words that mean something as they stand: "former" is not "form".
  if (!LETTERS.test(stem) || wordKind(stem) !== 0 || isLightWord(stem)) return stem;
  const cut = cutStem(stem);
  const same = synonymOf(cut);
  const root = same === cut ? cut : cutStem(same); // cut once alone: "Australian" twice would be "Austrian"
  return LINES.get(root) ?? root;
}

/** The words of a text as they are compared. */
export function rootWords(text: string): string[] {
  return stemWords(text).map(rootOf);
}

function cutStem(stem: string): string {
  const ending = ENDINGS.find((one) => stem.length - one.length >= LEAST_LETTERS && stem.endsWith(one));
  const cut = ending === undefined ? stem : stem.slice(0, -ending.length);
  const isDoubled = cut.length >= LEAST_LETTERS && cut.at(-1) === cut.at(-2) && !cut.endsWith('ss');
  return isDoubled ? cut.slice(0, -1) : cut; // "winner", "win"
}

/** Each of a line under the first of it. */
const LINES = new Map(
  rootLines.flatMap((line) => {
    const [first = '', ...others] = line.map((word) => cutStem(stemWord(word)));
    return others.map((other) => [other, first] as const);
  }),
);

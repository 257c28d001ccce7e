import { wordKind } from './compare-words.ts';
import { isLightWord, stemWord, stemWords, synonymOf } from './stems.ts';
import { rootLines } from './synonyms.ts';

/**
 * Endings that derive one kind of word from another ("create", "creator", "creation"), longer ones before their own
 * endings.
 */
const ENDINGS =
  'ation ition ator itor ment ness ance ence ian ion ive ist ism ity ial ual ish ory ary ant ent or er al ly ic at an ia a y e'.split(
    ' ',
  );
/** The minimum length that must remain: "river" and "water" are whole words. */
const MIN_LETTERS = 4;
const LETTERS = /^[a-z]+$/;

/**
 * The rest of a stem without the ending that makes a noun of a verb or a people of a country. Roots merge more words
 * than stems: texts are compared by roots, but stored under stems, which must not change.
 */
export function rootOf(stem: string): string {
  // Words with their own meaning: "former" is not "form".
  if (!LETTERS.test(stem) || wordKind(stem) !== 0 || isLightWord(stem)) return stem;
  const cut = cutStem(stem);
  const same = synonymOf(cut);
  const root = same === cut ? cut : cutStem(same); // cut only once: cutting "Australian" twice would give "Austrian"
  return SYNONYMS.get(root) ?? root;
}

/** The words of a text as they are compared. */
export function rootWords(text: string): string[] {
  return stemWords(text).map(rootOf);
}

function cutStem(stem: string): string {
  const ending = ENDINGS.find((one) => stem.length - one.length >= MIN_LETTERS && stem.endsWith(one));
  const cut = ending === undefined ? stem : stem.slice(0, -ending.length);
  const isDoubled = cut.length >= MIN_LETTERS && cut.at(-1) === cut.at(-2) && !cut.endsWith('ss');
  return isDoubled ? cut.slice(0, -1) : cut; // "winner", "win"
}

/** Maps each word of a line to the first one. */
const SYNONYMS = new Map(
  rootLines.flatMap((line) => {
    const [first = '', ...others] = line.map((word) => cutStem(stemWord(word)));
    return others.map((other) => [other, first] as const);
  }),
);

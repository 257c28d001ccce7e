import { rootOf } from './roots.ts';
import shares from './shares.json' with { type: 'json' };
import { isLightWord, stemWord } from './stems.ts';
import { formWords } from './synonyms.ts';

/** The number of texts that shares refer to. */
const OF = 100_000;
/**
 * General knowledge of English counts as much as this many texts of the set itself: ten questions cannot show that
 * "capital" is common and "Finland" is not, but a hundred thousand can, in any language.
 */
const KNOWN_TEXTS = 5000;
/** The number of those texts in which an unlisted word is assumed to occur. */
const UNLISTED = 0.3;
/** "Whose" is rarer than "who" and says no more. */
const LIGHT_SHARE = 0.3;
/** The maximum weight of a word; with more questions only the rarest would become heavier. */
export const HEAVIEST = 11;

const WORDS = new Map(Object.entries(shares.words));
/** A root is as frequent as all words that share it. */
const ROOTS = new Map<string, number>();
for (const [stem, share] of WORDS) ROOTS.set(rootOf(stem), (ROOTS.get(rootOf(stem)) ?? 0) + share);
const ANSWERS = new Map(Object.entries(shares.answers));

/**
 * The weight of a word: the logarithm of how rare its root is, from `found` of `texts` texts and from English in
 * general.
 */
export function wordWeight(root: string, found: number, texts: number): number {
  const weight = rarity(known(ROOTS.get(root)), found, texts);
  return isLightWord(root) ? weight * LIGHT_SHARE : weight;
}

/**
 * The weight with which a word that only one of two texts has makes another question: no less than in English in
 * general, for a name is a name even if every tenth text of a bank made from templates has it. In other languages that
 * excludes only words of form.
 */
export function meaningOf(root: string, weight: number): number {
  return formWords.has(root) || isLightWord(root) ? weight : Math.max(weight, wordWeight(root, 0, 0));
}

/** Whether a word is one of the 1,500 most common of English questions. */
export const isCommonWord = (word: string) => ROOTS.has(rootOf(stemWord(word)));

/** The weight of a stem, from English alone. */
export function stemWeight(stem: string): number {
  const weight = rarity(known(WORDS.get(stem)), 0, 0);
  return isLightWord(stem) ? weight * LIGHT_SHARE : weight;
}

/** How often an answer occurs among `KNOWN_TEXTS` general questions. */
export function knownAnswers(key: string): number {
  return known(ANSWERS.get(key));
}

/** The same for an answer: sharing "True" says little, sharing "Jay Berwanger" a lot. */
export function answerWeight(knownTimes: number, found: number, answers: number): number {
  return rarity(knownTimes, found, answers);
}

function known(share: number | undefined): number {
  return share === undefined ? UNLISTED : (share / OF) * KNOWN_TEXTS;
}

function rarity(knownTimes: number, found: number, of: number): number {
  return Math.min(HEAVIEST, Math.log((of + KNOWN_TEXTS) / (found + knownTimes)));
}

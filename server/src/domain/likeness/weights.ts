import { rootOf } from './roots.ts';
import shares from './shares.json' with { type: 'json' };
import { isLightWord } from './stems.ts';

/** Shares are of this many texts. */
const OF = 100_000;
/**
 * What is known of English questions counts as much as this many texts of the set itself: in ten questions one cannot see
 * that "capital" is common and "Finland" is not; in a hundred thousand one can, in whatever language they are.
 */
const KNOWN_TEXTS = 5000;
/** In how many of those a word occurs that is not among the known. */
const UNLISTED = 0.3;
/** "Whose" is rarer than "who" and says no more. */
const LIGHT_SHARE = 0.3;
/** As rare as a word can be told to be; with more questions the rarest would only become heavier. */
export const HEAVIEST = 11;

const WORDS = new Map(Object.entries(shares.words));
/** A root is known as often as all words that have it. */
const ROOTS = new Map<string, number>();
for (const [stem, share] of WORDS) ROOTS.set(rootOf(stem), (ROOTS.get(rootOf(stem)) ?? 0) + share);
const ANSWERS = new Map(Object.entries(shares.answers));

/** How much a word tells: the logarithm of how rare its root is, from `found` of `texts` texts and from English at large. */
export function wordWeight(root: string, found: number, texts: number): number {
  const weight = rarity(known(ROOTS.get(root)), found, texts);
  return isLightWord(root) ? weight * LIGHT_SHARE : weight;
}

/** The same of a stem, by English alone. */
export function stemWeight(stem: string): number {
  const weight = rarity(known(WORDS.get(stem)), 0, 0);
  return isLightWord(stem) ? weight * LIGHT_SHARE : weight;
}

/** How often an answer comes among as many questions as are known at large. */
export function knownAnswers(key: string): number {
  return known(ANSWERS.get(key));
}

/** The same of an answer: that two questions share "True" says little, that they share "Jay Berwanger" a lot. */
export function answerWeight(knownTimes: number, found: number, answers: number): number {
  return rarity(knownTimes, found, answers);
}

function known(share: number | undefined): number {
  return share === undefined ? UNLISTED : (share / OF) * KNOWN_TEXTS;
}

function rarity(knownTimes: number, found: number, of: number): number {
  return Math.min(HEAVIEST, Math.log((of + KNOWN_TEXTS) / (found + knownTimes)));
}

import { isSigns } from './exact-key.ts';

/** What is known of each word, by its number. Numbers rise with how common a word is. */
export interface Vocabulary {
  weights: Float64Array;
  /** One of NUMBER, NEGATION, OPTIONS, ASKING, DECISIVE; 0 for most. */
  kinds: Uint8Array;
}

export const NUMBER = 1;
export const NEGATION = 2;
export const OPTIONS = 4;
export const ASKING = 8;
export const DECISIVE = 16;

const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never none nor neither without except cannot cant dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt couldnt wouldnt shouldnt wont mustnt neednt'.split(
    ' ',
  ),
);
/** Stems of words that point at options: what is asked depends on them. */
const OPTION_WORDS: ReadonlySet<string> = new Set('thes thos follow abov below list statement option'.split(' '));

/** Stems of words that tell what kind of thing is asked for; "what" and "which" leave it open. */
const ASKING_WORDS: ReadonlySet<string> = new Set('wher when who whom whos how many much why year'.split(' '));

/** Stems of words that are common, and make another question all the same: "the first capital" is not "the capital". */
const DECISIVE_WORDS: ReadonlySet<string> = new Set(
  'actress woman man girl boy first second third last next only befor after former most fewest largest smallest'.split(
    ' ',
  ),
);

export function wordKind(stem: string): number {
  if (/\p{N}/u.test(stem) || isSigns(stem)) return NUMBER;
  if (NEGATIONS.has(stem)) return NEGATION;
  if (ASKING_WORDS.has(stem)) return ASKING;
  if (DECISIVE_WORDS.has(stem)) return DECISIVE;
  return OPTION_WORDS.has(stem) ? OPTIONS : 0;
}

/** The distinct words of a text: `tokens` from `start` to before `end`, ascending. */
export interface WordSet {
  tokens: Uint32Array;
  start: number;
  end: number;
}

export interface Comparison {
  /** Weight of the shared words over the weight of all: idf-weighted Jaccard. */
  similarity: number;
  /** The heaviest word that only the one has, or that only the other has: the lighter of the two. */
  swapped: number;
  /** The heavier of the two. */
  lone: number;
  /** Kinds of words that only the one has, and that only the other has. */
  kindsA: number;
  kindsB: number;
  /** Kinds of words that both have. */
  kindsShared: number;
  /** Weight of all words of either. */
  weight: number;
}

export function compareWords(a: WordSet, b: WordSet, { weights, kinds }: Vocabulary): Comparison {
  let [shared, onlyA, onlyB, loneA, loneB] = [0, 0, 0, 0, 0];
  let [kindsA, kindsB, kindsShared] = [0, 0, 0];
  let left = a.start;
  let right = b.start;
  while (left < a.end || right < b.end) {
    const tokenA = left < a.end ? (a.tokens[left] ?? 0) : NONE;
    const tokenB = right < b.end ? (b.tokens[right] ?? 0) : NONE;
    const token = Math.min(tokenA, tokenB);
    const weight = weights[token] ?? 0;
    const kind = kinds[token] ?? 0;
    if (tokenA === tokenB) {
      shared += weight;
      kindsShared |= kind;
    } else if (token === tokenA) {
      onlyA += weight;
      loneA = Math.max(loneA, weight);
      kindsA |= kind;
    } else {
      onlyB += weight;
      loneB = Math.max(loneB, weight);
      kindsB |= kind;
    }
    if (token === tokenA) left += 1;
    if (token === tokenB) right += 1;
  }
  const weight = shared + onlyA + onlyB;
  return {
    similarity: weight === 0 ? 1 : shared / weight,
    swapped: Math.min(loneA, loneB),
    lone: Math.max(loneA, loneB),
    kindsA,
    kindsB,
    kindsShared,
    weight,
  };
}

/** Above every number of a word. */
const NONE = 0xffffffff;

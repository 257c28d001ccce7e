import { isSymbols } from './exact-key.ts';

/** The known properties of each word, by number. Numbers ascend with how common a word is. */
export interface Vocabulary {
  weights: Float64Array;
  /** The weight with which each makes another question (`meaningOf`); `weights` if absent. */
  meanings?: Float64Array;
  /** One of NUMBER, NEGATION, OPTIONS, ASKING, DECISIVE, WHO, NAME, THING; 0 for most words. */
  kinds: Uint8Array;
}

export const NUMBER = 1;
export const NEGATION = 2;
export const OPTIONS = 4;
export const ASKING = 8;
export const DECISIVE = 16;
export const WHO = 32;
export const NAME = 64;
export const THING = 128;

/** From this weight, a word says what a question is about. */
export const CONTENT = 4.5;

const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never none nor neither without except cannot cant dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt couldnt wouldnt shouldnt wont mustnt neednt'.split(
    ' ',
  ),
);
/**
 * Stems of words that refer to options, or to something outside the text ("this quote"), which the question depends on.
 */
const OPTION_WORDS: ReadonlySet<string> = new Set(
  'thes thos follow abov below list statement option quot quotation phras excerpt passag lyric clip imag photo shown'.split(
    ' ',
  ),
);

/** Stems of words that say what kind of thing is asked for; "what" and "which" leave it open. */
const ASKING_WORDS: ReadonlySet<string> = new Set('wher when how many much why year'.split(' '));
/** "Who was the first ..." and "Name the first ..." ask the same thing. */
const WHO_WORDS: ReadonlySet<string> = new Set('who whom whos'.split(' '));
const NAME_WORD = 'name';
/** Roots of generic words that a name implies: "the capital city of", "the novel". */
const THING_WORDS: ReadonlySet<string> = new Set(
  'city countr stat book movi song poem human be person peopl word term'.split(' '),
);

/** Stems of common words that still make a different question: "the first capital" is not "the capital". */
const DECISIVE_WORDS: ReadonlySet<string> = new Set(
  'actress woman man girl boy first second third last next only befor after former most fewest largest smallest'.split(
    ' ',
  ),
);

export function wordKind(stem: string): number {
  if (/\p{N}/u.test(stem) || isSymbols(stem)) return NUMBER;
  if (NEGATIONS.has(stem)) return NEGATION;
  if (ASKING_WORDS.has(stem)) return ASKING;
  if (WHO_WORDS.has(stem)) return WHO;
  if (stem === NAME_WORD) return NAME;
  if (DECISIVE_WORDS.has(stem)) return DECISIVE;
  if (THING_WORDS.has(stem)) return THING;
  return OPTION_WORDS.has(stem) ? OPTIONS : 0;
}

/** The distinct words of a text: `tokens` from `start` to before `end`, ascending. */
export interface WordSet {
  tokens: Uint16Array | Uint32Array;
  start: number;
  end: number;
}

export interface Comparison {
  /** Weight of the shared words over the weight of all: idf-weighted Jaccard. */
  similarity: number;
  /** The lighter of the two heaviest words that only one text has. */
  swapped: number;
  /** The heavier of the two. */
  lone: number;
  /** The most meaningful word that only one text has, other than of the kind THING. */
  saying: number;
  /** Kinds of words that only one has, and that only the other has. */
  kindsA: number;
  kindsB: number;
  /** Kinds of words that both have. */
  kindsShared: number;
  /** The heaviest word that only one has, other than a number. */
  loneWord: number;
  /** Weight of all words of both. */
  weight: number;
  /** Weight of the shared words. */
  shared: number;
  /** How much of the significant words of the lighter text the other has, by weight. */
  covered: number;
  /** The number of shared significant words. */
  significantShared: number;
}

/** The content of a word of this weight: common words have none. */
export const gistOf = (weight: number) => (weight >= CONTENT ? weight : 0);

export function compareWords(a: WordSet, b: WordSet, { weights, kinds, meanings = weights }: Vocabulary): Comparison {
  let [shared, onlyA, onlyB, loneA, loneB, saying, loneWord] = [0, 0, 0, 0, 0, 0, 0];
  let [gistShared, gistA, gistB, significantShared] = [0, 0, 0, 0];
  let [kindsA, kindsB, kindsShared] = [0, 0, 0];
  let left = a.start;
  let right = b.start;
  while (left < a.end || right < b.end) {
    const tokenA = left < a.end ? (a.tokens[left] ?? 0) : NONE;
    const tokenB = right < b.end ? (b.tokens[right] ?? 0) : NONE;
    const token = Math.min(tokenA, tokenB);
    const weight = weights[token] ?? 0;
    const kind = kinds[token] ?? 0;
    const gist = gistOf(weight);
    if (tokenA !== tokenB && kind !== THING) saying = Math.max(saying, meanings[token] ?? 0);
    if (tokenA !== tokenB && kind !== NUMBER) loneWord = Math.max(loneWord, weight);
    if (tokenA === tokenB) {
      shared += weight;
      gistShared += gist;
      if (weight >= CONTENT) significantShared += 1;
      kindsShared |= kind;
    } else if (token === tokenA) {
      onlyA += weight;
      gistA += gist;
      loneA = Math.max(loneA, weight);
      kindsA |= kind;
    } else {
      onlyB += weight;
      gistB += gist;
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
    saying,
    kindsA,
    kindsB,
    kindsShared,
    loneWord,
    weight,
    shared,
    covered: share(gistShared, Math.min(gistA, gistB)),
    significantShared,
  };
}

/** The shared part of the lighter text. */
function share(shared: number, alone: number): number {
  return shared + alone === 0 ? 0 : shared / (shared + alone);
}

/** Greater than the number of any word. */
const NONE = 0xffffffff;

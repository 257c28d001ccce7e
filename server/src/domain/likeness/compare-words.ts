import { isSigns } from './exact-key.ts';

/** What is known of each word, by its number. Numbers rise with how common a word is. */
export interface Vocabulary {
  weights: Float64Array;
  /** One of NUMBER, NEGATION, OPTIONS, ASKING, DECISIVE, WHO, NAME, THING; 0 for most. */
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

/** From this weight on a word says what a question is about. */
export const CONTENT = 4.5;

const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never none nor neither without except cannot cant dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt couldnt wouldnt shouldnt wont mustnt neednt'.split(
    ' ',
  ),
);
/** Stems of words that point at options, or at something beside the text ("this quote"): what is asked depends on them. */
const OPTION_WORDS: ReadonlySet<string> = new Set(
  'thes thos follow abov below list statement option quot quotation phras excerpt passag lyric clip imag photo shown'.split(
    ' ',
  ),
);

/** Stems of words that tell what kind of thing is asked for; "what" and "which" leave it open. */
const ASKING_WORDS: ReadonlySet<string> = new Set('wher when how many much why year'.split(' '));
/** "Who was the first ..." and "Name the first ..." ask the same. */
const WHO_WORDS: ReadonlySet<string> = new Set('who whom whos'.split(' '));
const NAME_WORD = 'name';
/** Roots of words for what a name stands for anyway: "the capital city of", "the novel". */
const THING_WORDS: ReadonlySet<string> = new Set(
  'city countr stat book movi song poem human be person peopl word term'.split(' '),
);

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
  /** The heaviest word that only the one has, or that only the other has: the lighter of the two. */
  swapped: number;
  /** The heavier of the two. */
  lone: number;
  /** The heaviest word that only one has, other than of the kind THING. */
  saying: number;
  /** Kinds of words that only the one has, and that only the other has. */
  kindsA: number;
  kindsB: number;
  /** Kinds of words that both have. */
  kindsShared: number;
  /** The heaviest word that only one has, other than a number. */
  loneWord: number;
  /** Weight of all words of either. */
  weight: number;
  /** Weight of the words that both have. */
  shared: number;
  /** How much of the lighter one's telling words the other has, by weight. */
  covered: number;
  /** How many telling words both have. */
  tellingShared: number;
}

/** What a word of this weight says: common ones say nothing. */
export const gistOf = (weight: number) => (weight >= CONTENT ? weight : 0);

export function compareWords(a: WordSet, b: WordSet, { weights, kinds }: Vocabulary): Comparison {
  let [shared, onlyA, onlyB, loneA, loneB, saying, loneWord] = [0, 0, 0, 0, 0, 0, 0];
  let [gistShared, gistA, gistB, tellingShared] = [0, 0, 0, 0];
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
    if (tokenA !== tokenB && kind !== THING) saying = Math.max(saying, weight);
    if (tokenA !== tokenB && kind !== NUMBER) loneWord = Math.max(loneWord, weight);
    if (tokenA === tokenB) {
      shared += weight;
      gistShared += gist;
      if (weight >= CONTENT) tellingShared += 1;
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
    tellingShared,
  };
}

/** What is shared of the lighter of two: the shared and what it has alone. */
function share(shared: number, alone: number): number {
  return shared + alone === 0 ? 0 : shared / (shared + alone);
}

/** Above every number of a word. */
const NONE = 0xffffffff;

import type { CountPair } from '../../statistics/cliffs-delta.ts';
import { countKeys, KeyIndex, type Keys } from './key-index.ts';

/** The identities of the questions of the two sets: four words of an id, two of a text. */
export interface Identities {
  ids: Keys;
  texts: Keys;
}

/** Positions in set A and in set B. */
export interface PlacePair {
  a: number;
  b: number;
}

export interface Overlap {
  sameIds: number;
  /** Questions whose text the other set has, under the same id or another. */
  exactText: CountPair;
  /** Questions whose text the other set has under another id. */
  copies: CountPair;
  /** Pairs of different questions with the same text, by their positions in A, then in B. */
  pairs: readonly PlacePair[];
  /** The number of such pairs, listed or not. */
  pairsTotal: number;
}

export function findOverlap(a: Identities, b: Identities, maxPairs: number): Overlap {
  const same = matchIds(a.ids, b.ids);
  const texts = matchTexts(a.texts, b.texts);
  const overlap = {
    sameIds: 0,
    exactText: { a: 0, b: 0 },
    copies: { a: 0, b: 0 },
    pairs: [] as PlacePair[],
    pairsTotal: 0,
  };
  for (let place = 0; place < texts.a.length; place += 1) {
    const group = texts.a[place] ?? NONE;
    const isSame = same.a[place] === 1;
    const copies = countCopies(texts.size.b, group, isSame);
    if (isSame) overlap.sameIds += 1;
    if (isSame || copies > 0) overlap.exactText.a += 1;
    if (copies > 0) overlap.copies.a += 1;
    overlap.pairsTotal += copies;
    if (copies === 0) continue;
    for (let other = texts.first[group] ?? NONE; other !== NONE; other = texts.next[other] ?? NONE) {
      if (overlap.pairs.length === maxPairs) break;
      if (same.b[other] !== place) overlap.pairs.push({ a: place, b: other });
    }
  }
  for (let place = 0; place < texts.b.length; place += 1) {
    const group = texts.b[place] ?? NONE;
    const isSame = same.b[place] !== NONE;
    const copies = countCopies(texts.size.a, group, isSame);
    if (isSame || copies > 0) overlap.exactText.b += 1;
    if (copies > 0) overlap.copies.b += 1;
  }
  return overlap;
}

const NONE = -1;

/** Questions of the other set with the same text; a question in both sets is not a copy of itself. */
function countCopies(sizes: Uint32Array, group: number, isSame: boolean): number {
  return group === NONE ? 0 : (sizes[group] ?? 0) - Number(isSame);
}

/** For A, whether the other set has the question; for B, where the other set has it. */
function matchIds(a: Keys, b: Keys): { a: Uint8Array; b: Int32Array } {
  const index = new KeyIndex(a);
  const inB = new Uint8Array(countKeys(a));
  const inA = new Int32Array(countKeys(b));
  for (let place = 0; place < inA.length; place += 1) {
    const found = index.firstOf(b.words, place);
    inA[place] = found;
    if (found !== NONE) inB[found] = 1;
  }
  return { a: inB, b: inA };
}

/** Questions with the same text form a group, named after the first of A; texts that only B has are in no group. */
interface TextGroups {
  a: Int32Array;
  b: Int32Array;
  /** For each group the number of questions in either set. */
  size: { a: Uint32Array; b: Uint32Array };
  /** For each group its first question in B, and for each question of B the next one of its group. */
  first: Int32Array;
  next: Int32Array;
}

function matchTexts(a: Keys, b: Keys): TextGroups {
  const index = new KeyIndex(a);
  const [countA, countB] = [countKeys(a), countKeys(b)];
  const groups: TextGroups = {
    a: new Int32Array(countA).fill(NONE),
    b: new Int32Array(countB).fill(NONE),
    size: { a: new Uint32Array(countA), b: new Uint32Array(countA) },
    first: new Int32Array(countA).fill(NONE),
    next: new Int32Array(countB).fill(NONE),
  };
  for (let place = 0; place < countA; place += 1) {
    if (isEmpty(a, place)) continue;
    const group = index.firstOf(a.words, place);
    groups.a[place] = group;
    groups.size.a[group] = (groups.size.a[group] ?? 0) + 1;
  }
  // Built from the end, so that every chain begins with its first question.
  for (let place = countB - 1; place >= 0; place -= 1) {
    const group = isEmpty(b, place) ? NONE : index.firstOf(b.words, place);
    if (group === NONE) continue;
    groups.b[place] = group;
    groups.size.b[group] = (groups.size.b[group] ?? 0) + 1;
    groups.next[place] = groups.first[group] ?? NONE;
    groups.first[group] = place;
  }
  return groups;
}

/** Texts without letters or digits all have the same key, whatever they say, so they never match. */
function isEmpty({ words, width }: Keys, place: number): boolean {
  for (let word = 0; word < width; word += 1) if (words[place * width + word] !== 0) return false;
  return true;
}

import { hashText, scatter } from '../text/hash.ts';
import { THING, wordKind } from './compare-words.ts';

/**
 * Which words of a text follow each other, as 64 bits in two numbers: one bit for each pair of neighbours. Two texts
 * with the same words in another order ("a male lion and a female tiger", "a female lion and a male tiger") share few
 * of them.
 */
export type WordOrder = readonly [low: number, high: number];

/** The bits of a word as a neighbour; 0 for a word that may as well be missing: "the capital (city) of Peru". */
export function neighbourOf(root: string): number {
  return wordKind(root) === THING ? 0 : hashText(root);
}

/** Two pairs may share a bit by chance: with ten pairs, one in six does. */
export function wordOrder(neighbours: readonly number[]): WordOrder {
  let [low, high, before] = [0, 0, 0];
  for (const neighbour of neighbours) {
    if (neighbour === 0) continue;
    const bit = scatter(Math.imul(before, 31) ^ neighbour) & 63;
    if (before !== 0 && bit < 32) low |= 1 << bit;
    else if (before !== 0) high |= 1 << (bit - 32);
    before = neighbour;
  }
  return [low >>> 0, high >>> 0];
}

/**
 * The minimum share of its pairs that the text with fewer pairs must have in common with the other: clauses may move,
 * words within them may not.
 */
const MIN_SHARED = 0.6;

export function areInOneOrder([lowA, highA]: WordOrder, [lowB, highB]: WordOrder): boolean {
  const fewer = Math.min(countBits(lowA) + countBits(highA), countBits(lowB) + countBits(highB));
  return countBits(lowA & lowB) + countBits(highA & highB) >= MIN_SHARED * fewer;
}

function countBits(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

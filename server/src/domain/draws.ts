import { hash } from 'node:crypto';

/** A place on the ring of id hashes: any 64-bit number, the same for the same seed. */
export function drawStart(seed: string): bigint {
  return hash('sha256', seed, 'buffer').readBigInt64BE(0);
}

/**
 * A question right after a random place on the ring is drawn in proportion to the gap before it. Starting at one of the
 * next 128, chosen evenly, compensates: the deviation is about 1% if there are fewer than 128, and about 9% if there
 * are more.
 */
export const START_WINDOW = 128;

/** How many questions after the place are skipped, going around the ring. */
export function drawSkip(seed: string): number {
  return hash('sha256', `start:${seed}`, 'buffer').readUInt32BE(0) % START_WINDOW;
}

/** The same items in an order that only depends on the seed. */
export function shuffleBySeed<Item>(items: readonly Item[], seed: string): Item[] {
  const shuffled = [...items];
  const random = seededRandom(seed);
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}

/** splitmix32: small, well distributed, and enough to order a hundred questions. */
function seededRandom(seed: string): () => number {
  let state = hash('sha256', `order:${seed}`, 'buffer').readUInt32BE(0);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 4294967296;
  };
}

/** Numbers from 0 to below 1, always the same for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `size` of the numbers below `count`, with equal probabilities, in ascending order. */
export function drawSample(count: number, size: number, seed: number): Uint32Array {
  const random = seededRandom(seed);
  const drawn = new Uint32Array(Math.min(count, size));
  let taken = 0;
  for (let number = 0; taken < drawn.length; number += 1) {
    if (random() * (count - number) >= drawn.length - taken) continue;
    drawn[taken] = number;
    taken += 1;
  }
  return drawn;
}

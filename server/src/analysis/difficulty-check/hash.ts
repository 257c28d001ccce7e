import { scatter } from '../../domain/hash.ts';

/** 32 bits of a sequence of words, from the bits of each. */
export function hashSequence(tokens: Uint32Array, wordHashes: Uint32Array): number {
  let bits = tokens.length;
  for (const token of tokens) bits = scatter(Math.imul(bits, 31) + (wordHashes[token] ?? 0));
  return bits;
}

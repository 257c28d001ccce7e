import type { Vocabulary } from './vocabulary.ts';

export const NONE = -1;

/** The most frequent terms, for computations whose memory grows with the number of terms; -1 for all others. */
export interface Features {
  count: number;
  of: Int32Array;
  termOf: Uint32Array;
}

/** Ties at the minimum frequency go to the first terms, so that the limit is never exceeded. */
export function chooseFeatures({ size, frequencies }: Vocabulary, limit: number): Features {
  const count = Math.min(size, limit);
  const least = size <= limit ? 0 : (Uint32Array.from(frequencies).sort().at(-limit) ?? 0);
  let open = count;
  for (const frequency of frequencies) if (frequency > least) open -= 1;
  const features = { count, of: new Int32Array(size).fill(NONE), termOf: new Uint32Array(count) };
  let next = 0;
  for (let term = 0; term < size; term += 1) {
    const frequency = frequencies[term] ?? 0;
    if (frequency < least) continue;
    if (frequency === least) {
      if (open === 0) continue;
      open -= 1;
    }
    features.of[term] = next;
    features.termOf[next] = term;
    next += 1;
  }
  return features;
}

import { addHistogram, type Counted, countValue, type Histogram } from '../counts/histogram.ts';

/** Texts by their number of words, then of syllables: the rate itself is not an integer to count by. */
export type SyllableRates = Record<number, Histogram>;

export function countRate(rates: SyllableRates, words: number, syllables: number): void {
  const ofLength = rates[words] ?? {};
  rates[words] = ofLength;
  countValue(ofLength, syllables);
}

export function addRates(left: SyllableRates, right: SyllableRates): void {
  for (const words in right) {
    const ofLength = left[words] ?? {};
    left[words] = ofLength;
    addHistogram(ofLength, right[words] ?? {});
  }
}

/** Syllables per word, ascending; 2/1 and 4/2 are the same value. */
export function countedRates(rates: SyllableRates): Counted[] {
  const counts = new Map<number, number>();
  for (const words in rates) {
    const ofLength = rates[words] ?? {};
    for (const syllables in ofLength) {
      const rate = Number(syllables) / Number(words);
      counts.set(rate, (counts.get(rate) ?? 0) + (ofLength[syllables] ?? 0));
    }
  }
  return [...counts].sort(([left], [right]) => left - right);
}

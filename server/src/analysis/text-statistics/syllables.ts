import { syllable } from 'syllable';

/** Syllables of an English word; at least one, also in numbers, where the library sees none. 47 us: see word-table.ts. */
export function countSyllables(word: string): number {
  return Math.max(1, syllable(word));
}

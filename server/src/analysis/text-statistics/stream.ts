import type { WordTable } from './words/word-table.ts';

/** A stream of words, numbered from 0 in order of first use. */
interface Stream {
  tokens: number[];
  words: string[];
  counts: number[];
}

/** `places` holds a zero for every word of the table, before and after the call. */
export function renumber(table: WordTable, numbers: readonly number[], places: Int32Array): Stream {
  const words: string[] = [];
  const counts: number[] = [];
  const tokens = numbers.map((number) => {
    const place = places[number];
    if (place !== undefined && place > 0) {
      counts[place - 1] = (counts[place - 1] ?? 0) + 1;
      return place - 1;
    }
    words.push(table.word(number));
    places[number] = words.length;
    return counts.push(1) - 1;
  });
  for (const number of numbers) places[number] = 0;
  return { tokens, words, counts };
}

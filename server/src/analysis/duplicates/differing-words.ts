import { stemWord } from '../../domain/likeness/stems.ts';
import type { WordSets } from './word-sets.ts';

/** Whether one of the words is the same but for its ending. */
export function hasStemOf(words: readonly string[], word: string): boolean {
  const stem = stemWord(word);
  return words.some((other) => stemWord(other) === stem);
}

/** So many of a pair are told: a text of four thousand characters may have hundreds. */
const MOST = 20;

/** Stems that only one of two members has, the most telling first. */
export function differingStems(sets: WordSets, a: number, b: number): { a: string[]; b: string[] } {
  const [left, right] = [stemsOf(sets, a), stemsOf(sets, b)];
  return { a: [...left.difference(right)].slice(0, MOST), b: [...right.difference(left)].slice(0, MOST) };
}

function stemsOf(sets: WordSets, member: number): Set<string> {
  const { tokens, start, end } = sets.of(member);
  return new Set(Array.from(tokens.subarray(start, end), (word) => sets.words[word] ?? ''));
}

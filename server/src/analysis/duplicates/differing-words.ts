import { stemWord } from '../../domain/likeness/stems.ts';
import type { WordSets } from './word-sets.ts';

/** Words that only one of two texts has, whatever their endings, in the order of the text. */
export function differingWords(a: readonly string[], b: readonly string[]): { a: string[]; b: string[] } {
  const [left, right] = [new Set(a.map(stemWord)), new Set(b.map(stemWord))];
  return { a: a.filter((word) => !right.has(stemWord(word))), b: b.filter((word) => !left.has(stemWord(word))) };
}

/** This many of a pair are told: a text of four thousand characters may have hundreds. */
const MOST = 20;

/** The same of two members, without their texts: the most telling first. */
export function differingHeavyWords(sets: WordSets, a: number, b: number): { a: string[]; b: string[] } {
  const [left, right] = [wordsOf(sets, a), wordsOf(sets, b)];
  return { a: [...left.difference(right)].slice(0, MOST), b: [...right.difference(left)].slice(0, MOST) };
}

function wordsOf(sets: WordSets, member: number): Set<string> {
  const { tokens, start, end } = sets.of(member);
  return new Set(Array.from(tokens.subarray(start, end), (word) => sets.words[word] ?? ''));
}

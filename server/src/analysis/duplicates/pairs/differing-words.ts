import { stemWord } from '../../../domain/likeness/stems.ts';
import type { WordSets } from './word-sets.ts';

/** The words that only one of two texts has, ignoring endings, in the order of the text. */
export function differingWords(a: readonly string[], b: readonly string[]): { a: string[]; b: string[] } {
  const [left, right] = [new Set(a.map(stemWord)), new Set(b.map(stemWord))];
  return { a: a.filter((word) => !right.has(stemWord(word))), b: b.filter((word) => !left.has(stemWord(word))) };
}

/** The maximum number of words listed per text: a text of four thousand characters may have hundreds. */
const MAX_WORDS = 20;

/** The same for two members of the word sets, without their texts; the most significant words come first. */
export function differingHeavyWords(sets: WordSets, a: number, b: number): { a: string[]; b: string[] } {
  const [left, right] = [wordsOf(sets, a), wordsOf(sets, b)];
  return { a: [...left.difference(right)].slice(0, MAX_WORDS), b: [...right.difference(left)].slice(0, MAX_WORDS) };
}

function wordsOf(sets: WordSets, member: number): Set<string> {
  const { tokens, start, end } = sets.of(member);
  return new Set(Array.from(tokens.subarray(start, end), (word) => sets.words[word] ?? ''));
}

import { type Vocabulary, type WordSet, wordKind } from '../../domain/likeness/compare-words.ts';
import { wordWeight } from '../../domain/likeness/weights.ts';
import type { WordCorpus } from '../corpus/corpus.ts';
import type { WholeNumbers } from '../corpus/growing.ts';
import type { Distinct } from './distinct.ts';

/** Words by their weight: the heaviest has number 0, and every text begins with its heaviest word. */
export interface WordSets {
  vocabulary: Vocabulary;
  /** As the bank first spells them: stems are not for people. */
  words: readonly string[];
  /** The words of a member; what it gives holds until it is asked again. */
  of(member: number): WordSet;
  /** The weight of all words of a member. */
  weightOf(member: number): number;
}

/**
 * Numbers the words anew and sorts them within each text, in the very memory of the corpus: afterwards its texts are sets
 * in order of weight, and the order of their words is gone. A copy would take half a gigabyte at ten million questions.
 */
export function makeWordSets(corpus: WordCorpus, { members, texts }: Distinct): WordSets {
  const { tokens, starts } = corpus.texts;
  const ends = new Uint32Array(corpus.count);
  const found = new Uint32Array(corpus.words.length);
  for (const member of members) ends[member] = sortUnique(tokens, starts[member] ?? 0, starts[member + 1] ?? 0);
  for (const text of texts) {
    for (let place = starts[text] ?? 0; place < (ends[text] ?? 0); place += 1) {
      const word = tokens[place] ?? 0;
      found[word] = (found[word] ?? 0) + 1;
    }
  }
  const weighed = Float64Array.from(corpus.words, (word, number) => wordWeight(word, found[number] ?? 0, texts.length));
  const { order, numbers } = rankWords(weighed, found);
  const vocabulary = {
    weights: Float64Array.from(order, (word) => weighed[word] ?? 0),
    kinds: Uint8Array.from(order, (word) => wordKind(corpus.words[word] ?? '')),
  };
  for (const member of members) {
    const [start, end] = [starts[member] ?? 0, ends[member] ?? 0];
    for (let place = start; place < end; place += 1) tokens[place] = numbers[tokens[place] ?? 0] ?? 0;
    sortUnique(tokens, start, end);
  }
  // Added up when asked for: a list of them would take 40 MB at ten million questions.
  const weightOf = (member: number) => {
    let sum = 0;
    for (let place = starts[member] ?? 0; place < (ends[member] ?? 0); place += 1)
      sum = Math.fround(sum + (vocabulary.weights[tokens[place] ?? 0] ?? 0));
    return sum;
  };
  return {
    vocabulary,
    words: Array.from(order, (word) => corpus.spellings[word] ?? ''),
    of: (member) => ({ tokens, start: starts[member] ?? 0, end: ends[member] ?? 0 }),
    weightOf,
  };
}

/** The heaviest words first; of equally heavy ones the rarer, then the one that comes first in the bank. */
function rankWords(weights: Float64Array, found: Uint32Array): { order: Uint32Array; numbers: Uint32Array } {
  const order = Uint32Array.from(weights, (_, word) => word).sort(
    (a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || (found[a] ?? 0) - (found[b] ?? 0) || a - b,
  );
  const numbers = new Uint32Array(order.length);
  for (const [number, word] of order.entries()) numbers[word] = number;
  return { order, numbers };
}

const FEW = 48;

/** Sorts a part of the list and leaves each number once; gives where it ends then. */
function sortUnique(list: WholeNumbers, start: number, end: number): number {
  sortPart(list, start, end);
  let kept = start;
  for (let place = start; place < end; place += 1) {
    const value = list[place] ?? 0;
    if (kept > start && list[kept - 1] === value) continue;
    list[kept] = value;
    kept += 1;
  }
  return kept;
}

export function sortPart(list: WholeNumbers, start: number, end: number): void {
  if (end - start > FEW) list.subarray(start, end).sort();
  else sortFew(list, start, end);
}

/** By insertion: of a dozen numbers three times as fast as the general sort. */
function sortFew(list: WholeNumbers, start: number, end: number): void {
  for (let place = start + 1; place < end; place += 1) {
    const value = list[place] ?? 0;
    let hole = place;
    while (hole > start && (list[hole - 1] ?? 0) > value) {
      list[hole] = list[hole - 1] ?? 0;
      hole -= 1;
    }
    list[hole] = value;
  }
}

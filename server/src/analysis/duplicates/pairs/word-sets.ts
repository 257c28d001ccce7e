import { type Vocabulary, type WordSet, wordKind } from '../../../domain/likeness/compare-words.ts';
import { meaningOf, wordWeight } from '../../../domain/likeness/weights.ts';
import type { TokenLists, WordCorpus } from '../../corpus/corpus.ts';
import type { WholeNumbers } from '../../corpus/growing.ts';
import type { Distinct } from './distinct.ts';

/** Words by weight: number 0 is the heaviest, and every text begins with its heaviest word. */
export interface WordSets {
  vocabulary: Vocabulary;
  /** The first spelling in the bank, for display, since stems are not readable. */
  words: readonly string[];
  /** The words of a member; valid until the next call. */
  of(member: number): WordSet;
  /** The weight of all words of a member. */
  weightOf(member: number): number;
}

/**
 * Renumbers the words and sorts them within each text, in the memory of the corpus: afterwards its texts are sets in
 * order of weight, and their word order is lost. A copy would take half a gigabyte at ten million questions.
 */
export function makeWordSets(corpus: WordCorpus, { texts }: Distinct): WordSets {
  const { tokens, starts } = corpus.texts;
  leaveEachOnce(corpus.texts);
  const found = new Uint32Array(corpus.words.length);
  for (const text of texts) {
    for (let place = starts[text] ?? 0; place < (starts[text + 1] ?? 0); place += 1) {
      const word = tokens[place] ?? 0;
      found[word] = (found[word] ?? 0) + 1;
    }
  }
  const weighed = Float64Array.from(corpus.words, (word, number) => wordWeight(word, found[number] ?? 0, texts.length));
  const { order, numbers } = rankWords(weighed, found);
  const vocabulary = {
    weights: Float64Array.from(order, (word) => weighed[word] ?? 0),
    meanings: Float64Array.from(order, (word) => meaningOf(corpus.words[word] ?? '', weighed[word] ?? 0)),
    kinds: Uint8Array.from(order, (word) => wordKind(corpus.words[word] ?? '')),
  };
  for (let text = 0; text < corpus.count; text += 1) {
    const [start, end] = [starts[text] ?? 0, starts[text + 1] ?? 0];
    for (let place = start; place < end; place += 1) tokens[place] = numbers[tokens[place] ?? 0] ?? 0;
    sortPart(tokens, start, end);
  }
  // Summed on demand: a list would take 40 MB at ten million questions.
  const weightOf = (member: number) => {
    let sum = 0;
    for (let place = starts[member] ?? 0; place < (starts[member + 1] ?? 0); place += 1)
      sum = Math.fround(sum + (vocabulary.weights[tokens[place] ?? 0] ?? 0));
    return sum;
  };
  return {
    vocabulary,
    words: Array.from(order, (word) => corpus.spellings[word] ?? ''),
    of: (member) => ({ tokens, start: starts[member] ?? 0, end: starts[member + 1] ?? 0 }),
    weightOf,
  };
}

/**
 * Removes repeated words from each text and closes the gaps in place: a separate list of ends would take another 40 MB.
 */
function leaveEachOnce({ tokens, starts }: TokenLists): void {
  const texts = starts.length - 1;
  let [start, kept] = [0, 0];
  for (let text = 0; text < texts; text += 1) {
    const end = starts[text + 1] ?? 0;
    sortPart(tokens, start, end);
    const first = kept;
    for (let place = start; place < end; place += 1) {
      const word = tokens[place] ?? 0;
      if (kept > first && tokens[kept - 1] === word) continue;
      tokens[kept] = word;
      kept += 1;
    }
    starts[text] = first;
    start = end;
  }
  starts[texts] = kept;
}

/** The heaviest words first; ties go to the rarer word, then to the one that comes first in the bank. */
function rankWords(weights: Float64Array, found: Uint32Array): { order: Uint32Array; numbers: Uint32Array } {
  const order = Uint32Array.from(weights, (_, word) => word).sort(
    (a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || (found[a] ?? 0) - (found[b] ?? 0) || a - b,
  );
  const numbers = new Uint32Array(order.length);
  for (const [number, word] of order.entries()) numbers[word] = number;
  return { order, numbers };
}

const FEW = 48;

export function sortPart(list: WholeNumbers, start: number, end: number): void {
  if (end - start > FEW) list.subarray(start, end).sort();
  else sortFew(list, start, end);
}

/** Insertion sort: for a dozen numbers three times as fast as the built-in sort. */
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

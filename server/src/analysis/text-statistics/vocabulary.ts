/** Every distinct word once, in order of first use and parted by spaces, and how often each is used. */
export interface Vocabulary {
  words: string;
  counts: number[];
}

export interface WordCount {
  word: string;
  count: number;
}

/**
 * Where each word of a vocabulary stands. Kept beside the vocabulary, which must stay plain JSON: a merge then costs what
 * the right side has, not the million words that the left side may have gathered.
 */
const indexes = new WeakMap<Vocabulary, Map<string, number>>();

export const noVocabulary = (): Vocabulary => ({ words: '', counts: [] });

/** Adds the right side to the left one. */
export function addVocabulary(left: Vocabulary, right: Vocabulary): void {
  const index = indexOf(left);
  const fresh: string[] = [];
  let position = 0;
  for (const word of listWords(right)) {
    const count = right.counts[position] ?? 0;
    position += 1;
    const place = index.get(word);
    if (place === undefined) {
      const own = detached(word);
      index.set(own, left.counts.length);
      left.counts.push(count);
      fresh.push(own);
    } else {
      left.counts[place] = (left.counts[place] ?? 0) + count;
    }
  }
  if (fresh.length === 0) return;
  // Concatenation does not copy: megabytes of words are put together once, when they are read.
  left.words = left.words === '' ? fresh.join(' ') : `${left.words} ${fresh.join(' ')}`;
}

function indexOf(vocabulary: Vocabulary): Map<string, number> {
  const known = indexes.get(vocabulary);
  if (known?.size === vocabulary.counts.length) return known;
  const index = new Map<string, number>();
  for (const word of listWords(vocabulary)) index.set(word, index.size);
  indexes.set(vocabulary, index);
  return index;
}

/** V8 cuts long words as views that keep the list of their shard alive; copies hold a million words in 87, not 111 MB. */
function detached(word: string): string {
  return word.length < 13 ? word : Buffer.from(word).toString();
}

function listWords({ words }: Vocabulary): string[] {
  return words === '' ? [] : words.split(' ');
}

export function countTokens({ counts }: Vocabulary): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Words that are used once. */
export function countHapax({ counts }: Vocabulary): number {
  return counts.reduce((sum, count) => (count === 1 ? sum + 1 : sum), 0);
}

/** The most frequent words, those of the same frequency in the order of their letters. */
export function topWords(vocabulary: Vocabulary, limit: number): WordCount[] {
  const { counts } = vocabulary;
  // Only words above the cut are sorted by name: sorting a million strings takes seconds, as many numbers a tenth of one.
  const cut = Float64Array.from(counts).sort().at(-limit) ?? 1;
  const top: WordCount[] = [];
  for (const [position, word] of listWords(vocabulary).entries()) {
    const count = counts[position] ?? 0;
    if (count >= cut) top.push({ word, count });
  }
  return top.sort((left, right) => right.count - left.count || (left.word < right.word ? -1 : 1)).slice(0, limit);
}

/** Every distinct word once, in order of first use and separated by spaces, with the number of uses. */
export interface Vocabulary {
  words: string;
  counts: number[];
}

export interface WordCount {
  word: string;
  count: number;
}

/**
 * The index of each word of a vocabulary. It is kept outside the vocabulary, which must stay plain JSON: a merge then
 * costs as much as the right side, not as the million words that the left side may have.
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
  // Concatenation does not copy: megabytes of words are flattened once, when they are read.
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

/**
 * V8 slices long words as views that keep the list of their shard alive; with copies a million words take 87 MB instead
 * of 111.
 */
function detached(word: string): string {
  return word.length < 13 ? word : Buffer.from(word).toString();
}

function listWords({ words }: Vocabulary): string[] {
  return words === '' ? [] : words.split(' ');
}

export function countTokens({ counts }: Vocabulary): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Words that are used only once. */
export function countHapax({ counts }: Vocabulary): number {
  return counts.reduce((sum, count) => (count === 1 ? sum + 1 : sum), 0);
}

/** The most frequent words; ties are sorted alphabetically. */
export function topWords(vocabulary: Vocabulary, limit: number): WordCount[] {
  const { counts } = vocabulary;
  // Only words above the cut are sorted by name: sorting a million strings takes seconds, as many numbers a tenth of
  // one.
  const cut = Float64Array.from(counts).sort().at(-limit) ?? 1;
  const top: WordCount[] = [];
  for (const [position, word] of listWords(vocabulary).entries()) {
    const count = counts[position] ?? 0;
    if (count >= cut) top.push({ word, count });
  }
  return top.sort((left, right) => right.count - left.count || (left.word < right.word ? -1 : 1)).slice(0, limit);
}

/** The groups of three characters of each word, padded with two spaces before and one after, like pg_trgm. */
export function trigramsOf(words: readonly string[]): Set<string> {
  const trigrams = new Set<string>();
  for (const word of words) {
    const padded = `  ${word} `;
    for (let start = 0; start + 3 <= padded.length; start += 1) trigrams.add(padded.slice(start, start + 3));
  }
  return trigrams;
}

/** The shared trigrams over all trigrams; 1 for two empty texts. */
export function trigramSimilarity(a: readonly string[], b: readonly string[]): number {
  const left = trigramsOf(a);
  const right = trigramsOf(b);
  const shared = left.intersection(right).size;
  const all = left.size + right.size - shared;
  return all === 0 ? 1 : shared / all;
}

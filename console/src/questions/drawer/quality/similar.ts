/** Words that carry no information about the content of a question. */
const EMPTY_WORDS = new Set(
  'a an and are as at by did do does for from has have how in is it its of on or that the there this to was were what when where which who whom whose why with'.split(
    ' ',
  ),
);
/**
 * The number of longest words that are searched for in pairs. Questions that ask the same usually share such a pair.
 */
const SEARCHED_WORDS = 4;
const MAX_QUERY_LENGTH = 200;

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a text that carry information, as often as they occur. */
export function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => !EMPTY_WORDS.has(word));
}

const distinctWords = (text: string) => [...new Set(contentWords(text))];

/** A search that finds similar questions, or undefined if there are no words to search for. */
export function similarQuery(text: string): string | undefined {
  const words = distinctWords(text)
    .filter((word) => word.length > 2)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, SEARCHED_WORDS);
  const pairs = words.flatMap((word, place) => words.slice(place + 1).map((other) => `${word} ${other}`));
  let query = pairs.length === 0 ? words[0] : pairs[0];
  for (const pair of pairs.slice(1)) {
    if (query !== undefined && query.length + pair.length + 4 <= MAX_QUERY_LENGTH) query += ` or ${pair}`;
  }
  return query;
}

/** The share of words that two texts have in common, up to 1. */
export function likeness(one: string, other: string): number {
  const [mine, theirs] = [distinctWords(one), distinctWords(other)];
  if (mine.length + theirs.length === 0) return 0;
  const shared = mine.filter((word) => theirs.includes(word)).length;
  return (2 * shared) / (mine.length + theirs.length);
}

/** The window of the moving type-token ratio. */
export const WINDOW = 50;

/**
 * The sum of distinct words over all windows of 50 words in a stream, with both ends of the stream, from which the
 * windows across a cut between two streams are counted.
 */
export interface MovingRatio {
  tokens: number;
  windows: number;
  distinct_sum: number;
  /** The first and the last 49 words, or all if there are fewer. */
  head: string;
  tail: string;
}

/** Computed from the tokens in order, each given as the number of its word. */
export function movingRatio(tokens: readonly number[], words: readonly string[]): MovingRatio {
  const spell = (part: readonly number[]) => part.map((token) => words[token] ?? '').join(' ');
  return {
    tokens: tokens.length,
    ...sumWindows(tokens, words.length),
    head: spell(tokens.slice(0, WINDOW - 1)),
    tail: spell(tokens.slice(-(WINDOW - 1))),
  };
}

/**
 * A token counts in those windows that contain it but not an earlier use of the same word. With i its position, p that
 * of the earlier use and T the number of tokens, the starts s of these windows satisfy max(p, i - 50) < s <= min(i, T -
 * 50) and s >= 0.
 */
function sumWindows(tokens: readonly number[], types: number): { windows: number; distinct_sum: number } {
  const lastStart = tokens.length - WINDOW;
  if (lastStart < 0) return { windows: 0, distinct_sum: 0 };
  const seen = new Int32Array(types).fill(-1);
  let sum = 0;
  for (let position = 0; position < tokens.length; position += 1) {
    const token = tokens[position] ?? 0;
    const before = Math.max(seen[token] ?? -1, position - WINDOW);
    sum += Math.max(0, Math.min(position, lastStart) - before);
    seen[token] = position;
  }
  return { windows: lastStart + 1, distinct_sum: sum };
}

/** Adds the stream that follows. */
export function addStream(left: MovingRatio, right: MovingRatio): void {
  const across = sumWords(join(left.tail, right.head));
  left.head = join(left.head, right.head)
    .slice(0, WINDOW - 1)
    .join(' ');
  left.tail = join(left.tail, right.tail)
    .slice(-(WINDOW - 1))
    .join(' ');
  left.tokens += right.tokens;
  left.windows += across.windows + right.windows;
  left.distinct_sum += across.distinct_sum + right.distinct_sum;
}

function sumWords(words: readonly string[]): { windows: number; distinct_sum: number } {
  const numbers = new Map<string, number>();
  for (const word of words) if (!numbers.has(word)) numbers.set(word, numbers.size);
  return sumWindows(
    words.map((word) => numbers.get(word) ?? 0),
    numbers.size,
  );
}

/** The mean share of distinct words in a window; null under 50 words. */
export function typeTokenRatio({ windows, distinct_sum }: MovingRatio): number | null {
  return windows === 0 ? null : distinct_sum / windows / WINDOW;
}

const split = (words: string): string[] => (words === '' ? [] : words.split(' '));
const join = (left: string, right: string): string[] => [...split(left), ...split(right)];

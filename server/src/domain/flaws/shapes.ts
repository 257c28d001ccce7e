const SHAPES = 1024;
const APOSTROPHE = 0x27;

/** A hash of the first and last letter, which are cheap to read. All words that end like "isn't" count as "n't". */
export function shapeOf(key: string): number {
  const first = isShortenedNot(key) ? 'n' : key;
  return (first.charCodeAt(0) & 31) * 32 + (key.charCodeAt(key.length - 1) & 31);
}

export function isShortenedNot(key: string): boolean {
  return key.charCodeAt(key.length - 2) === APOSTROPHE && key.endsWith("n't");
}

/** 1 for each shape that one of the words has, which rules out most other words without a lookup. */
export function shapesOf(words: Iterable<string>): Uint8Array {
  const shapes = new Uint8Array(SHAPES);
  for (const word of words) shapes[shapeOf(word)] = 1;
  return shapes;
}

interface ShapedWord {
  key: string;
  shape: number;
}

/** A set of words to look for in a text. */
interface WordSet {
  words: ReadonlySet<string>;
  shapes: Uint8Array;
}

export function wordSet(words: readonly string[]): WordSet {
  return { words: new Set(words), shapes: shapesOf(words) };
}

export function isAmong({ words, shapes }: WordSet, { key, shape }: ShapedWord): boolean {
  return shapes[shape] === 1 && words.has(key);
}

export function hasAny(words: readonly ShapedWord[], wanted: WordSet): boolean {
  return words.some((word) => isAmong(wanted, word));
}

import { classOf, LETTER } from '../text/character-classes.ts';
import { hashText, scatter } from '../text/hash.ts';
import { joinWords } from './stems.ts';
import { glueWords } from './synonyms.ts';

/**
 * What a text says beyond its set of words, as 32 bits: symbols ("C#", "30°"), names that are spelt like glue ("vitamin
 * A", "the symbol He"), the direction of a verb ("by", "from") and words that occur twice ("Bob Newhart in Newhart").
 * Two texts with the same words but other particulars ask different things. The hashes are added, so that the order
 * does not count. `words` are all words of the key.
 */
export function particularsOf(text: string, words: readonly string[]): number {
  let particulars = signsOf(text);
  for (const word of words) if (isDirection(word)) particulars = addParticular(particulars, hashText(word));
  const seen = new Set<string>();
  for (const word of joinWords(words)) {
    if (seen.has(word)) particulars = addParticular(particulars, hashText(word));
    seen.add(word);
  }
  return particulars;
}

/** Adds a direction, or a word that has occurred before, by its hash. */
export function addParticular(particulars: number, hash: number): number {
  return (particulars + scatter(hash)) >>> 0;
}

/** Without them, "Who succeeded Mary?" and "Who was Mary succeeded by?" would have the same words. */
export const isDirection = (word: string) => DIRECTIONS.has(word);
const DIRECTIONS: ReadonlySet<string> = new Set(['by', 'from', 'into', 'than']);

/**
 * Glue that is written with a capital within a sentence is a name or a symbol: He, As, In, I, It, May. Only "the" is not
 * ("The Beatles"). The s of "the symbol S" would be taken for a genitive.
 */
const NAMES: ReadonlySet<string> = new Set([...glueWords, 's'].filter((word) => word !== 'the'));
const LONGEST = 5;

/** The symbols, and the names that are spelt like glue. */
export function signsOf(text: string): number {
  let [symbols, names] = [0, 0];
  let start = -1;
  let isFirst = true;
  let hasSmall = false;
  for (let place = 0; place <= text.length; place += 1) {
    const code = place < text.length ? text.charCodeAt(place) : SPACE;
    const kind = code < ASCII.length ? ASCII[code] : kindBeyondAscii(code);
    if (kind === SMALL || kind === CAPITAL) {
      if (start < 0) {
        start = place;
        if (kind === SMALL && !isFirst) hasSmall = true;
      }
      continue;
    }
    if (start >= 0) {
      const mayBeName = !isFirst && place - start <= LONGEST && ASCII[text.charCodeAt(start)] === CAPITAL;
      if (mayBeName) names += hashOfName(text.slice(start, place).toLowerCase());
      isFirst = false;
      start = -1;
    }
    if (kind === END) isFirst = true;
    else if (kind === SYMBOL) symbols += scatter(code);
  }
  // In a text in capitals, or one that is written like a title, a capital says nothing.
  return (symbols + (hasSmall ? names : 0)) >>> 0;
}

const hashOfName = (word: string) => (NAMES.has(word) ? scatter(hashText(word)) : 0);

const SPACE = 0x20;
const [SMALL, CAPITAL, SYMBOL, END] = [1, 2, 3, 4];

/** The kind of each ASCII character; 0 for spaces, quotes and hyphens. Symbols between numbers are words: `exactKey`. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/.test(character)) return SMALL;
  if (/[A-Z]/.test(character)) return CAPITAL;
  if (/[.?!]/.test(character)) return END;
  return '+*=<>^#%$@~|\\'.includes(character) ? SYMBOL : 0;
});

/** Half of an emoji is a symbol, too. */
const SYMBOLS = /[\p{S}\p{Cs}·‰′″]/u;

function kindBeyondAscii(code: number): number {
  if (classOf(code) === LETTER) return SMALL;
  return SYMBOLS.test(String.fromCharCode(code)) ? SYMBOL : 0;
}

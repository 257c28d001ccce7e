/**
 * Mathematical symbols: after a number or bracket and before one, or a minus before a number. Symbols other than a
 * hyphen or slash also count beside a single letter, as in "4x + 4". Without them "2+2" would equal "2-2". Spaces must
 * be single: a lookbehind over a run of them would start again at each.
 */
const SYMBOLS =
  /(?<=[\p{N})]\s?)[+\-−–*/×÷^=<>≤≥](?=\s?[\p{N}(])|(?<=^|[\s(=])[-−](?=\p{N})|(?<=(?:[\p{N})]|(?<!\p{L})\p{L})\s?)[+×÷^=](?=\s?(?:[\p{N}(]|\p{L}(?!\p{L})))/gu;

/** A cheap check that is applied to every text first. */
const MAYBE_SYMBOLS = /[+\-−–*/×÷^=<>≤≥]\s*[\p{N}(]|[+×÷^=]\s*\p{L}/u;

/**
 * The key under which two texts are equal word for word: case, accents, punctuation and spaces do not count,
 * mathematical symbols do. They are appended as one more word.
 */
export function exactKey(text: string, key: string): string {
  if (!mayHaveSymbols(text)) return key;
  const symbols = text.replace(/\s+/gu, ' ').match(SYMBOLS);
  return symbols === null ? key : `${key} ${symbols.join('').replace(/[−–]/gu, '-')}`;
}

/** If false, the key is that of the text alone. */
export const mayHaveSymbols = (text: string) => MAYBE_SYMBOLS.test(text);

export const isSymbols = (word: string) => /^[-+*/×÷^=<>≤≥]+$/u.test(word);

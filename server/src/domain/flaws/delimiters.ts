/**
 * The delimiters between the words of a text, one bit each, collected while the words are read. They rule out most
 * rules without a search, which takes 0.1 to 0.3 µs. Texts beyond ASCII count as having all of them.
 */
export const EVERY_DELIMITER = -1;
/** Spaces other than the plain one, and control characters. */
export const CONTROL = 1;
export const COLON = 2;
export const QUOTATION_MARK = 4;
export const UNDERSCORE = 8;
export const BRACKET = 16;
/** Characters of markup, entities and escapes. */
export const MARKUP = 32;
/** A delimiter or the end after a space, or after the beginning. */
export const AFTER_SPACE = 64;
/** A delimiter after the end of a sentence. */
export const AFTER_STOP = 128;

const DELIMITERS = new Uint8Array(128).fill(CONTROL, 0, 0x20).fill(CONTROL, 0x7f);
const AFTER = new Uint8Array(128);
for (const [delimiters, bit] of [
  [':', COLON],
  ['"', QUOTATION_MARK],
  ['_', UNDERSCORE],
  ['[', BRACKET],
  ['&<\\', MARKUP],
] as const) {
  for (const delimiter of delimiters) DELIMITERS[delimiter.charCodeAt(0)] = bit;
}
for (const delimiter of '.!?') AFTER[delimiter.charCodeAt(0)] = AFTER_STOP;
AFTER[0x20] = AFTER_SPACE;

export function delimiterOf(code: number): number {
  return DELIMITERS[code] ?? 0;
}

/** The bit for a delimiter after another one with code `before`; nothing after a word, whose code counts as 0. */
export function delimiterAfter(before: number): number {
  return AFTER[before] ?? 0;
}

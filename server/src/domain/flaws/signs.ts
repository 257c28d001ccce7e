/**
 * What stands between the words of a text, a bit each, gathered while the words are read: most texts are known by it not to
 * have what a rule looks for, and need not be searched (a search takes 0.1 to 0.3 µs). Texts beyond ASCII may have all.
 */
export const EVERY_SIGN = -1;
/** Spaces other than the plain one, and control characters. */
export const CONTROL = 1;
export const COLON = 2;
export const QUOTATION_MARK = 4;
export const UNDERSCORE = 8;
export const BRACKET = 16;
/** Of markup, entities and escapes. */
export const MARKUP = 32;
/** A sign or the end behind a space, or behind the beginning. */
export const BEHIND_SPACE = 64;
/** A sign behind the end of a sentence. */
export const BEHIND_STOP = 128;

const SIGNS = new Uint8Array(128).fill(CONTROL, 0, 0x20).fill(CONTROL, 0x7f);
const BEHIND = new Uint8Array(128);
for (const [signs, bit] of [
  [':', COLON],
  ['"', QUOTATION_MARK],
  ['_', UNDERSCORE],
  ['[', BRACKET],
  ['&<\\', MARKUP],
] as const) {
  for (const sign of signs) SIGNS[sign.charCodeAt(0)] = bit;
}
for (const sign of '.!?') BEHIND[sign.charCodeAt(0)] = BEHIND_STOP;
BEHIND[0x20] = BEHIND_SPACE;

export function signOf(code: number): number {
  return SIGNS[code] ?? 0;
}

/** What is to be said of a sign by the code before it; nothing behind a word, whose code counts as 0. */
export function behindSign(before: number): number {
  return BEHIND[before] ?? 0;
}

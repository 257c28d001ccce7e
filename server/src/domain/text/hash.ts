/**
 * Maps 32 bits to 32 bits, one to one, so that neighbouring numbers end up far apart (the finaliser of MurmurHash3).
 */
export function scatter(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Signed, like the steps, so that a loop uses only one kind of number. */
export const HASH_START = 0x811c9dc5 | 0;

/** 32 bits of a text: FNV-1a over its UTF-16 code units. */
export function hashText(text: string): number {
  return continueHash(HASH_START, text);
}

/** The hash of a text that begins with a text of hash `before` and continues with `rest`. */
export function continueHash(before: number, rest: string): number {
  let bits = before;
  for (let index = 0; index < rest.length; index += 1) bits = stepHash(bits, rest.charCodeAt(index));
  return bits >>> 0;
}

/** The hash of a text with one more code unit, as signed bits. */
export function stepHash(bits: number, code: number): number {
  return Math.imul(bits ^ code, 0x01000193);
}

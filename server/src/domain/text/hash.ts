/** Spreads 32 bits over 32 bits, one to one: neighbouring numbers come out far apart (the finaliser of MurmurHash3). */
export function scatter(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Signed, as the steps are, so that a loop over both stays with one kind of number. */
export const HASH_START = 0x811c9dc5 | 0;

/** 32 bits of a text: FNV-1a over its UTF-16 code units. */
export function hashText(text: string): number {
  return continueHash(HASH_START, text);
}

/** The hash of a text whose beginning has the hash `before`, and whose rest is given. */
export function continueHash(before: number, rest: string): number {
  let bits = before;
  for (let index = 0; index < rest.length; index += 1) bits = stepHash(bits, rest.charCodeAt(index));
  return bits >>> 0;
}

/** The hash of a text with one more code unit, as signed bits. */
export function stepHash(bits: number, code: number): number {
  return Math.imul(bits ^ code, 0x01000193);
}

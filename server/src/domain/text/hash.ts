/** Spreads 32 bits over 32 bits, one to one: neighbouring numbers come out far apart (the finaliser of MurmurHash3). */
export function scatter(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const FNV_START = 0x811c9dc5;

/** 32 bits of a text: FNV-1a over its UTF-16 code units. */
export function hashText(text: string): number {
  return continueHash(FNV_START, text);
}

/** The hash of a text whose beginning has the hash `before`, and whose rest is given. */
export function continueHash(before: number, rest: string): number {
  let bits = before;
  for (let index = 0; index < rest.length; index += 1) {
    bits = Math.imul(bits ^ rest.charCodeAt(index), 0x01000193);
  }
  return bits >>> 0;
}

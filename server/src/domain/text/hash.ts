/** Spreads 32 bits over 32 bits, one to one: neighbouring numbers come out far apart (the finaliser of MurmurHash3). */
export function scatter(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** 32 bits of a text: FNV-1a over its UTF-16 code units. */
export function hashText(text: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  }
  return bits >>> 0;
}

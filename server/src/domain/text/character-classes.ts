export const OTHER = 1;
/** A letter or a digit. */
export const LETTER = 2;
export const MARK = 3;

/** The first mark; most texts have no character from here on. */
export const FIRST_MARK = 0x300;

/** The class of each character; 0 until computed. A regular expression takes ten times as long per character. */
const KNOWN = new Uint8Array(0x110000);

export function classOf(point: number): number {
  const known = KNOWN[point];
  if (known !== undefined && known !== 0) return known;
  const character = String.fromCodePoint(point);
  const found = /[\p{L}\p{N}]/u.test(character) ? LETTER : /\p{M}/u.test(character) ? MARK : OTHER;
  KNOWN[point] = found;
  return found;
}

/** The parts of a text between characters of other classes. */
export function splitByClass(text: string, belongs: (found: number) => boolean): string[] {
  const parts: string[] = [];
  let start = -1;
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    if (belongs(classOf(point))) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      parts.push(text.slice(start, index));
      start = -1;
    }
    if (point > 0xffff) index += 1;
  }
  if (start >= 0) parts.push(text.slice(start));
  return parts;
}

/** Marks a field until it is clear whether text follows. XML cannot contain it. */
export const GAP = '\u0004';

/** A field inside a text becomes a line to write on; a field at the end is implied, and dropped. */
export function closeGaps(text: string): string {
  let rest = text.trimEnd();
  while (rest.endsWith(GAP)) rest = rest.slice(0, -1).trimEnd();
  return rest.replaceAll(GAP, '_____').trim();
}

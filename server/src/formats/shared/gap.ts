/** Stands where a field is, as long as it is not clear whether text follows. No XML holds it. */
export const GAP = '\u0004';

/** A field inside a text is a line to write on; one behind it is where every answer goes, and nothing to say. */
export function closeGaps(text: string): string {
  let rest = text.trimEnd();
  while (rest.endsWith(GAP)) rest = rest.slice(0, -1).trimEnd();
  return rest.replaceAll(GAP, '_____').trim();
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What a caller must know when a reply was cut short: a sentence to append, empty for a read. */
export function describeOutcome({ method }: { method: string }): string {
  return READING.has(method) ? '' : ' The change may or may not have been made.';
}

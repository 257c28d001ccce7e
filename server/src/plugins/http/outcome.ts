const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A sentence to append when a reply was cut short: whether the change was made is unknown. Empty for a read. */
export function describeOutcome({ method }: { method: string }): string {
  return READING.has(method) ? '' : ' The change may or may not have been made.';
}

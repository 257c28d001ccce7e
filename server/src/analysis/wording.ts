/** "12,345", or with a noun "1 question", "12,345 questions". */
export function numbered(count: number, noun?: string): string {
  const digits = count.toLocaleString('en-US');
  if (noun === undefined) return digits;
  return `${digits} ${count === 1 ? noun : `${noun}s`}`;
}

/** "a", "a and b", "a, b and c" */
export function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

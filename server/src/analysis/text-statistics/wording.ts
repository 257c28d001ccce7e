/** "12,345", or with a noun "1 word", "12,345 words". */
export function numbered(count: number, noun?: string): string {
  const digits = count.toLocaleString('en-US');
  if (noun === undefined) return digits;
  return `${digits} ${count === 1 ? noun : `${noun}s`}`;
}

/** At most one decimal: "8.4", "12". */
export function rounded(value: number): string {
  return Number(value.toFixed(1)).toLocaleString('en-US');
}

/** "41 %", "0.4 %" */
export function percent(share: number): string {
  const value = 100 * share;
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} %`;
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export { numbered } from '../wording.ts';

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

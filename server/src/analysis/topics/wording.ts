import type { Grouping } from './parameters.ts';

export { listNames, numbered } from '../wording.ts';

/** "41 %", "0.4 %"; a share that is not all or nothing is never rounded to it. */
export function percent(share: number): string {
  const value = 100 * share;
  if (value > 99 && value < 100) return 'over 99 %';
  if (value > 0 && value < 0.1) return 'under 0.1 %';
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} %`;
}

/** Two decimals, and never "-0.00". */
export const decimal = (value: number): string => (Number(value.toFixed(2)) + 0).toFixed(2);

/** What the declared labels are called. */
export const labelNoun = (groupBy: Grouping): 'topic' | 'category' => (groupBy === 'topic' ? 'topic' : 'category');
export const labelNouns = (groupBy: Grouping): string => (groupBy === 'topic' ? 'topics' : 'categories');

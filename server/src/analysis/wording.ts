import { groupDigits } from '../domain/number-format.ts';
import { DIFFICULTIES } from '../domain/questions/difficulty.ts';

/** "12,345", or with a noun "1 question", "12,345 questions". */
export function numbered(count: number, noun?: string, plural = `${noun}s`): string {
  const digits = groupDigits(count);
  if (noun === undefined) return digits;
  return `${digits} ${count === 1 ? noun : plural}`;
}

/** At most one decimal: "7.5%", "31%". Only 0 and 1 are shown as 0% and 100%. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1%';
  if (share < 1 && share > 0.999) return 'over 99.9%';
  return `${Number((100 * share).toFixed(1))}%`;
}

/** At most one decimal, or two significant digits for small values: "8.4", "12", "0.013". */
export function rounded(value: number): string {
  return Math.abs(value) < 0.1 ? String(Number(value.toPrecision(2))) : groupDigits(Number(value.toFixed(1)));
}

/** Two decimals, and never "-0.00". */
export function decimal(value: number): string {
  return (Number(value.toFixed(2)) + 0).toFixed(2);
}

/** "a", "a and b", "a, b and c" */
export function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Capitalises the first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The names of the dimensions that questions are counted by. */
export const DIMENSION_NAMES = {
  category: { one: 'category', many: 'categories' },
  difficulty: { one: 'level', many: 'levels' },
  topic: { one: 'topic', many: 'topics' },
} as const;

export function levelName(level: number): string {
  return DIFFICULTIES.find((one) => one.level === level)?.name ?? String(level);
}

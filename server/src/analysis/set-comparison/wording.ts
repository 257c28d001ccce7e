import { DIFFICULTIES } from '../../domain/difficulty.ts';
import type { Dimension } from './parameters.ts';
import type { Value } from './shares.ts';

/** "12,345", or with a noun "1 question", "12,345 questions". */
export function numbered(count: number, noun?: string): string {
  const digits = count.toLocaleString('en-US');
  if (noun === undefined) return digits;
  return `${digits} ${count === 1 ? noun : `${noun}s`}`;
}

/** One decimal where it says something: "7.5 %", "31 %"; what is not 0 or all does not look it. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1 %';
  if (share < 1 && share > 0.999) return 'over 99.9 %';
  return `${Number((100 * share).toFixed(1))} %`;
}

/** At most one decimal, or two digits of what is small: "8.4", "12", "0.013". */
export function rounded(value: number): string {
  if (Math.abs(value) < 0.1) return String(Number(value.toPrecision(2)));
  return Number(value.toFixed(1)).toLocaleString('en-US');
}

export const DIMENSION_NAMES: Record<Dimension, { one: string; many: string }> = {
  category: { one: 'category', many: 'categories' },
  difficulty: { one: 'level', many: 'levels' },
  topic: { one: 'topic', many: 'topics' },
};

/** As a person would say it. */
export function valueName(dimension: Dimension, value: Value): string {
  if (dimension === 'difficulty') {
    return DIFFICULTIES.find(({ level }) => level === value)?.name ?? String(value);
  }
  return value === null ? 'no topic' : String(value);
}

/** "category", "category and topic", "category, level and topic". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

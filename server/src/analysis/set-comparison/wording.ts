import { DIFFICULTIES } from '../../domain/difficulty.ts';
import type { Dimension } from './parameters.ts';
import type { Value } from './shares.ts';

export { listNames as listed, numbered } from '../wording.ts';

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

import { groupDigits } from '../domain/number-format.ts';
import { DIFFICULTIES } from '../domain/questions/difficulty.ts';

/** "12,345", or with a noun "1 question", "12,345 questions". */
export function numbered(count: number, noun?: string, plural = `${noun}s`): string {
  const digits = groupDigits(count);
  if (noun === undefined) return digits;
  return `${digits} ${count === 1 ? noun : plural}`;
}

/** At most one decimal, or two significant digits for small values: "8.4", "12", "0.013". */
export function rounded(value: number): string {
  return Math.abs(value) < 0.1 ? String(Number(value.toPrecision(2))) : groupDigits(Number(value.toFixed(1)));
}

/** "a", "a and b", "a, b and c" */
export function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

export function levelName(level: number): string {
  return DIFFICULTIES.find((one) => one.level === level)?.name ?? String(level);
}

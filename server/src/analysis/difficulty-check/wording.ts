import { DIFFICULTIES } from '../../domain/difficulty.ts';

export { listNames, numbered } from '../wording.ts';

/** One decimal where it says something: "7.5 %", "100 %". */
export function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

/** A difference of two shares: 3.5, -0.2. */
export function inPoints(difference: number): number {
  const rounded = Number((100 * difference).toFixed(1));
  return rounded === 0 ? 0 : rounded;
}

/** "3.5 points", "1 point" */
export function points(difference: number): string {
  const rounded = inPoints(difference);
  return `${rounded} ${Math.abs(rounded) === 1 ? 'point' : 'points'}`;
}

export function levelName(level: number): string {
  return DIFFICULTIES.find((one) => one.level === level)?.name ?? String(level);
}

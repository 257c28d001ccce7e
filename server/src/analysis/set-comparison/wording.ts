import { levelName } from '../wording.ts';
import type { Dimension } from './parameters.ts';
import type { Value } from './shares/shares.ts';

/** The name for readers. */
export function valueName(dimension: Dimension, value: Value): string {
  if (dimension === 'difficulty') return levelName(Number(value));
  return value === null ? 'no topic' : String(value);
}

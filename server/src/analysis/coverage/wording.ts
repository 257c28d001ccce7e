import { capitalised, DIMENSION_NAMES, numbered } from '../wording.ts';
import type { Dimension } from './parameters.ts';

/**
 * For numbers that must not look complete when they are not: 99.96 becomes 99.9. A true 1 may arrive as
 * 0.9999999999999999.
 */
export function roundDown(value: number, decimals: number): number {
  return Math.floor(value * 10 ** decimals + 1e-9) / 10 ** decimals;
}

/** The name of the parts of a table: cells, or with one dimension categories, levels or topics. */
export function partName(dimensions: readonly Dimension[], count: number): string {
  const [only] = dimensions;
  const { one, many } =
    dimensions.length === 1 && only !== undefined ? DIMENSION_NAMES[only] : { one: 'cell', many: 'cells' };
  return count === 1 ? one : many;
}

/** "Category and difficulty" */
export function inWords(dimensions: readonly Dimension[]): string {
  return capitalised(dimensions.join(' and '));
}

/** "A; B; C", or "A; B; C; and 4 more" of 7: names may contain commas. */
export function listNames(shown: readonly string[], total: number): string {
  const rest = total - shown.length;
  return rest > 0 ? `${shown.join('; ')}; and ${numbered(rest)} more` : shown.join('; ');
}

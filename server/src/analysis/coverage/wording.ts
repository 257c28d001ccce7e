import type { Dimension } from './parameters.ts';

/**
 * For numbers that must not look complete when they are not: 99.96 becomes 99.9. A true 1 may arrive as
 * 0.9999999999999999.
 */
export function roundDown(value: number, decimals: number): number {
  return Math.floor(value * 10 ** decimals + 1e-9) / 10 ** decimals;
}

/** What the parts of a table are: cells, or with one dimension categories, levels or topics. */
export function partOf(dimensions: readonly Dimension[]): Dimension | 'cell' {
  const [only] = dimensions;
  return dimensions.length === 1 && only !== undefined ? only : 'cell';
}

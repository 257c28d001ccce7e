import { DIFFICULTY_LEVELS } from '../../../domain/questions/difficulty.ts';
import { type Association, testIndependence } from '../../statistics/chi-square.ts';
import type { CellKeys, Dimension } from '../parameters.ts';
import { type CellCount, crossLevels } from './cell-counts.ts';

/** Below this expected count the chi-square distribution is a poor approximation (Cochran 1954). */
export const SMALL_EXPECTATION = 5;

export interface Relation {
  test: Association;
  /** The dimension that was crossed with difficulty. */
  other: Exclude<Dimension, 'difficulty'>;
  /** The cell farthest from independence. */
  farthest: { keys: CellKeys; count: number; expected: number };
  /** The cells in rows and columns that have questions. */
  cells: number;
  smallExpectations: number;
}

/**
 * The relation of the first two dimensions. Null unless difficulty is one of them: a topic belongs to its category, so
 * testing these two for independence makes no sense. Null also when all questions have one level or one category.
 */
export function relateFirstTwo(counts: readonly CellCount[], dimensions: readonly Dimension[]): Relation | null {
  const pair = dimensions.slice(0, 2);
  const other = pair.find((dimension) => dimension !== 'difficulty');
  if (other === undefined || !pair.includes('difficulty')) return null;
  const table = crossLevels(counts, [other]);
  const { test, expected, residuals } = testIndependence(table.counts);
  const cells = table.rows.flatMap((row, y) =>
    DIFFICULTY_LEVELS.map((difficulty, x) => ({
      keys: { ...row, difficulty },
      count: table.counts[y]?.[x] ?? 0,
      expected: expected[y]?.[x] ?? 0,
      distance: Math.abs(residuals[y]?.[x] ?? 0),
    })),
  );
  const [first, ...others] = cells.filter((cell) => cell.expected > 0);
  if (test === null || first === undefined) return null;
  const {
    keys,
    count,
    expected: expectation,
  } = others.reduce((farthest, cell) => (cell.distance > farthest.distance ? cell : farthest), first);
  return {
    test,
    other,
    farthest: { keys, count, expected: expectation },
    cells: others.length + 1,
    smallExpectations: [first, ...others].filter((cell) => cell.expected < SMALL_EXPECTATION).length,
  };
}

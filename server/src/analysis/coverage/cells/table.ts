import { DIFFICULTY_LEVELS } from '../../../domain/questions/difficulty.ts';
import { testIndependence } from '../../statistics/chi-square.ts';
import type { Dimension } from '../parameters.ts';
import { type CellCount, crossLevels, totalCount } from './cell-counts.ts';
import { pickKeys } from './cell-keys.ts';

interface ComparedCell extends CellCount {
  /** Null for topics by category without levels, where there is nothing to compare with. */
  expected: number | null;
  residual_std: number | null;
}

export interface TableCell extends ComparedCell {
  share: number;
}

/**
 * Every cell of the table, including empty ones, in the order of the keys. With levels and another dimension,
 * `expected` assumes independence of the two; with a single dimension, an even spread.
 */
export function listCells(counts: readonly CellCount[], dimensions: readonly Dimension[]): TableCell[] {
  const total = totalCount(counts);
  const cells = dimensions.includes('difficulty') ? crossCells(counts, dimensions) : counts.map(withoutComparison);
  const compared = dimensions.length === 1 ? compareEvenly(cells, total) : cells;
  return compared.map(({ keys, count, expected, residual_std }) => ({
    keys,
    count,
    share: count / total,
    expected,
    residual_std,
  }));
}

function crossCells(counts: readonly CellCount[], dimensions: readonly Dimension[]): ComparedCell[] {
  const table = crossLevels(counts, dimensions);
  const { expected, residuals } = testIndependence(table.counts);
  return table.rows.flatMap((row, y) =>
    DIFFICULTY_LEVELS.map((difficulty, x) => ({
      keys: pickKeys({ ...row, difficulty }, dimensions),
      count: table.counts[y]?.[x] ?? 0,
      expected: expected[y]?.[x] ?? null,
      residual_std: residuals[y]?.[x] ?? null,
    })),
  );
}

function withoutComparison(cell: CellCount): ComparedCell {
  return { ...cell, expected: null, residual_std: null };
}

function compareEvenly(cells: readonly CellCount[], total: number): ComparedCell[] {
  const expected = total / cells.length;
  const deviation = Math.sqrt(expected * (1 - 1 / cells.length));
  return cells.map((cell) => ({
    ...cell,
    expected,
    residual_std: deviation > 0 ? (cell.count - expected) / deviation : null,
  }));
}

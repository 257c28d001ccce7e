import { upperIncompleteGamma } from './incomplete-gamma.ts';

interface ChiSquareTest {
  chi2: number;
  df: number;
  p: number;
}

export interface Association extends ChiSquareTest {
  /** Cramér's V, 0 (independent) to 1 (one variable determines the other); does not grow with the number of cases. */
  cramers_v: number;
  /** One less than the smaller number of non-empty rows or columns: V means more the larger it is. */
  min_df: number;
}

interface Independence {
  /** Null if fewer than two rows or two columns are non-empty. */
  test: Association | null;
  /** The expected count of each cell if rows and columns were independent. */
  expected: number[][];
  /** (O - E) / sqrt(E (1 - r) (1 - c)), about standard normal if independent; null if that is 0 / 0. */
  residuals: (number | null)[][];
}

/** The probability of a chi-square of at least `chi2`. */
export function chiSquareSurvival(chi2: number, df: number): number {
  return upperIncompleteGamma(df / 2, chi2 / 2);
}

/** Pearson's test without a correction. Empty rows and columns are ignored and take no degree of freedom. */
export function testIndependence(table: readonly (readonly number[])[]): Independence {
  const width = table[0]?.length ?? 0;
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = Array.from({ length: width }, (_, x) => table.reduce((sum, row) => sum + (row[x] ?? 0), 0));
  const total = rows.reduce((sum, count) => sum + count, 0);
  let chi2 = 0;
  const expected: number[][] = [];
  const residuals: (number | null)[][] = [];
  for (const [y, row] of table.entries()) {
    const rowTotal = rows[y] ?? 0;
    const expectedRow: number[] = [];
    const residualRow: (number | null)[] = [];
    for (const [x, columnTotal] of columns.entries()) {
      const expectation = total === 0 ? 0 : (rowTotal * columnTotal) / total;
      const excess = (row[x] ?? 0) - expectation;
      const variance = expectation * (1 - rowTotal / total) * (1 - columnTotal / total);
      if (expectation > 0) chi2 += (excess * excess) / expectation;
      expectedRow.push(expectation);
      residualRow.push(variance > 0 ? excess / Math.sqrt(variance) : null);
    }
    expected.push(expectedRow);
    residuals.push(residualRow);
  }
  const rowDf = rows.filter((count) => count > 0).length - 1;
  const columnDf = columns.filter((count) => count > 0).length - 1;
  const min_df = Math.min(rowDf, columnDf);
  if (min_df < 1) return { test: null, expected, residuals };
  const df = rowDf * columnDf;
  // Rounding may push a perfect association slightly above 1.
  const cramers_v = Math.min(1, Math.sqrt(chi2 / (total * min_df)));
  return { test: { chi2, df, p: chiSquareSurvival(chi2, df), cramers_v, min_df }, expected, residuals };
}

/**
 * How well counts fit the expected weights, scaled to the same sum. Null with fewer than two cells, with nothing
 * observed, or if something was observed where nothing was expected: chi-square is then undefined.
 */
export function testGoodnessOfFit(observed: readonly number[], weights: readonly number[]): ChiSquareTest | null {
  if (observed.length !== weights.length) throw new RangeError('two distributions must have the same cells');
  const scale = observed.reduce((sum, count) => sum + count, 0) / weights.reduce((sum, weight) => sum + weight, 0);
  let chi2 = 0;
  let cells = 0;
  for (const [cell, count] of observed.entries()) {
    const expectation = (weights[cell] ?? 0) * scale;
    if (expectation === 0 && count === 0) continue;
    chi2 += (count - expectation) ** 2 / expectation;
    cells += 1;
  }
  const df = cells - 1;
  return df < 1 || !Number.isFinite(chi2) ? null : { chi2, df, p: chiSquareSurvival(chi2, df) };
}

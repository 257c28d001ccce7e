/** A logistic regression: the probability is 1 / (1 + exp(-(constant + sum of weight times feature))). */
export interface Logistic {
  weights: readonly number[];
  constant: number;
}

interface Example {
  features: readonly number[];
  yes: boolean;
}

const RIDGE: number = 0.01;
const STEPS = 12;

/**
 * Minimises the mean log loss plus RIDGE / 2 times the squared weights, by Newton's method. Features are standardised,
 * so that the penalty means the same for each; the result applies to features as given.
 */
export function fitLogistic(examples: readonly Example[]): Logistic {
  const scales = (examples[0]?.features ?? []).map((_, column) =>
    scaleOf(examples.map(({ features }) => at(features, column))),
  );
  const rows = examples.map(({ features }) => [
    1,
    ...scales.map(({ mean, sd }, column) => (at(features, column) - mean) / sd),
  ]);
  let solution = rows[0]?.map(() => 0) ?? [];
  for (let step = 0; step < STEPS; step += 1) {
    const { gradient, curvature } = derivatives(rows, examples, solution);
    const change = solve(curvature, gradient);
    solution = solution.map((value, index) => value - at(change, index));
  }
  const weights = scales.map(({ sd }, column) => at(solution, column + 1) / sd);
  const shift = scales.reduce((sum, { mean }, column) => sum + mean * at(weights, column), 0);
  return { weights, constant: at(solution, 0) - shift };
}

export function probability({ weights, constant }: Logistic, features: readonly number[]): number {
  const sum = weights.reduce((total, weight, column) => total + weight * at(features, column), constant);
  return 1 / (1 + Math.exp(-sum));
}

const at = (list: readonly number[], index: number) => list[index] ?? 0;

function scaleOf(values: readonly number[]): { mean: number; sd: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(squares / values.length) || 1 };
}

function derivatives(rows: readonly (readonly number[])[], examples: readonly Example[], solution: readonly number[]) {
  const penalty = (index: number) => (index === 0 ? 0 : RIDGE);
  const gradient = solution.map((value, index) => penalty(index) * value);
  const curvature = solution.map((_, i) => solution.map((_, j) => (i === j ? penalty(i) : 0)));
  for (const [number, row] of rows.entries()) {
    const guess = probability({ weights: solution, constant: 0 }, row);
    const miss = (guess - (examples[number]?.yes === true ? 1 : 0)) / rows.length;
    const bend = (guess * (1 - guess)) / rows.length;
    for (const [i, value] of row.entries()) {
      gradient[i] = at(gradient, i) + miss * value;
      const line = curvature[i] ?? [];
      for (const [j, other] of row.entries()) line[j] = at(line, j) + bend * value * other;
    }
  }
  return { gradient, curvature };
}

/** Gaussian elimination; the matrix is positive definite, so no pivoting is needed. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, at(right, index)]);
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue;
      const factor = at(row, i) / at(pivot, i);
      for (let column = i; column < row.length; column += 1) row[column] = at(row, column) - factor * at(pivot, column);
    }
  }
  return rows.map((row, index) => at(row, row.length - 1) / at(row, index));
}

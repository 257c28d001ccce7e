/**
 * The Jensen-Shannon distance of two distributions over the same cells: the square root of the mean Kullback-Leibler
 * divergence to their midpoint, natural logarithm, 0 to sqrt(ln 2) = 0.8326. Weights are scaled to sum to 1. Null if
 * one of them has no weight.
 */
export function jensenShannonDistance(left: readonly number[], right: readonly number[]): number | null {
  if (left.length !== right.length) throw new RangeError('two distributions must have the same cells');
  const leftTotal = left.reduce((sum, weight) => sum + weight, 0);
  const rightTotal = right.reduce((sum, weight) => sum + weight, 0);
  if (leftTotal <= 0 || rightTotal <= 0) return null;
  let divergence = 0;
  left.forEach((weight, cell) => {
    const p = weight / leftTotal;
    const q = (right[cell] ?? 0) / rightTotal;
    const middle = (p + q) / 2;
    if (middle > 0) divergence += middle * contrast((p - q) / (p + q));
  });
  return Math.sqrt(Math.max(0, divergence) / 2);
}

/**
 * With p = m(1 + d) and q = m(1 - d) a cell adds m((1 + d) ln(1 + d) + (1 - d) ln(1 - d)). In terms of d, shares that
 * differ in the last digit are 1e-16 apart; with ln(p/m), rounding alone would make it 1e-8.
 */
function contrast(d: number): number {
  if (Math.abs(d) === 1) return 2 * Math.LN2;
  return (1 + d) * Math.log1p(d) + (1 - d) * Math.log1p(-d);
}

/** A difference of two shares in percentage points: 3.5, -0.2. */
export function inPoints(difference: number): number {
  const rounded = Number((100 * difference).toFixed(1));
  return rounded === 0 ? 0 : rounded;
}

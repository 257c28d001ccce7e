/**
 * ln(n / df) + 1, as in scikit-learn. Adding 1 to both, as if one more question had every term, gives the smooth form.
 */
export function inverseFrequency(questions: number, frequency: number): number {
  return Math.log(questions / frequency) + 1;
}

/** Divides by the length of the vector; a vector of zeros stays unchanged. */
export function normalise(vector: Float64Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) / length;
}

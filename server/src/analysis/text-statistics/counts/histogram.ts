/** The number of texts per value. Values are integers, so the object iterates in ascending order. */
export type Histogram = Record<number, number>;
/** A value and the number of texts that have it. */
export type Counted = readonly [value: number, count: number];

export function countValue(histogram: Histogram, value: number, count = 1): void {
  histogram[value] = (histogram[value] ?? 0) + count;
}

export function addHistogram(left: Histogram, right: Histogram): void {
  for (const value in right) countValue(left, Number(value), right[value]);
}

/** In ascending order. */
export function countedValues(histogram: Histogram): Counted[] {
  const counted: Counted[] = [];
  for (const value in histogram) counted.push([Number(value), histogram[value] ?? 0]);
  return counted;
}

/** The sum over all texts. */
export function sumValues(histogram: Histogram): number {
  return countedValues(histogram).reduce((sum, [value, count]) => sum + value * count, 0);
}

/** How many texts have a value. The values are whole numbers, so the object is walked in ascending order. */
export type Histogram = Record<number, number>;
/** A value and how many texts have it. */
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

/** Of all texts together. */
export function sumValues(histogram: Histogram): number {
  return countedValues(histogram).reduce((sum, [value, count]) => sum + value * count, 0);
}

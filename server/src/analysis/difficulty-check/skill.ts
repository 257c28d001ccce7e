export interface Skill {
  /** Share of questions placed at their declared level, less the share that the baseline places so. */
  value: number;
  standard_error: number;
  /** The ends of the 95 % interval. */
  low: number;
  high: number;
}

/** Of the standard normal distribution: 95 % lie within. */
const Z_95 = 1.959963984540054;

/**
 * Every question gives +1 where the model alone is right, -1 where the baseline alone is, else 0; skill is the mean.
 * Copies of a text are one observation, not many: the variance is that of sums over equal texts.
 */
export function measureSkill(
  declared: Uint8Array,
  suggested: Uint8Array,
  baseline: Uint8Array,
  texts: Uint32Array,
): Skill {
  const clusters = new Map<number, { sum: number; size: number }>();
  let total = 0;
  for (const [index, level] of declared.entries()) {
    const gain = Number(suggested[index] === level) - Number(baseline[index] === level);
    const text = texts[index] ?? 0;
    const cluster = clusters.get(text) ?? { sum: 0, size: 0 };
    cluster.sum += gain;
    cluster.size += 1;
    clusters.set(text, cluster);
    total += gain;
  }
  if (clusters.size < 2) throw new RangeError('skill needs two different texts');
  const value = total / declared.length;
  let squares = 0;
  for (const { sum, size } of clusters.values()) squares += (sum - size * value) ** 2;
  const correction = clusters.size / (clusters.size - 1);
  const standard_error = Math.sqrt(correction * squares) / declared.length;
  return { value, standard_error, low: value - Z_95 * standard_error, high: value + Z_95 * standard_error };
}

export interface Skill {
  /** The share of questions placed at their declared level, minus the share of the baseline. */
  value: number;
  standard_error: number;
  /** The bounds of the 95% interval. */
  low: number;
  high: number;
}

/** 95% of the standard normal distribution lie within this distance. */
const Z_95 = 1.959963984540054;

/**
 * Every question counts +1 where only the model is right, -1 where only the baseline is, and 0 otherwise; skill is the
 * mean. Copies of a text are one observation, so the variance is computed over sums per text.
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

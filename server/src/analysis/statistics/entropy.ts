export interface Diversity {
  /** Shannon's entropy H of the shares, base 2. */
  bits: number;
  /** Pielou's J = H / log2(cells), 1 if all cells are equally full; null with a single cell. */
  evenness: number | null;
  /** 2^H: the number of equally full cells that would be as diverse. */
  effective_number: number;
  /** The probability that two draws, with replacement, come from different cells. */
  gini_simpson: number;
}

/** How evenly counts are spread over cells. An empty cell counts as a cell: it lowers the evenness, not the entropy. */
export function diversity(counts: readonly number[]): Diversity {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) throw new RangeError('diversity needs a count above 0');
  let bits = 0;
  let same = 0;
  for (const count of counts) {
    if (count === 0) continue;
    bits += (count / total) * Math.log2(total / count);
    same += (count / total) ** 2;
  }
  return {
    bits,
    evenness: counts.length > 1 ? bits / Math.log2(counts.length) : null,
    effective_number: 2 ** bits,
    gini_simpson: 1 - same,
  };
}

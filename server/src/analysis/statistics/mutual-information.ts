/**
 * How much one grouping reveals about another, from their contingency table: mutual information over the mean of both
 * entropies. 1 is the same grouping, 0 means independent; null if both have a single group.
 */
export function normalisedMutualInformation(table: readonly (readonly number[])[]): number | null {
  const rows = table.map(sum);
  const columns = (table[0] ?? []).map((_, column) => sum(table.map((row) => row[column] ?? 0)));
  const total = sum(rows);
  const mean = (entropy(rows, total) + entropy(columns, total)) / 2;
  if (mean === 0) return null;
  let shared = 0;
  for (const [y, row] of table.entries()) {
    for (const [x, count] of row.entries()) {
      if (count > 0) shared += (count / total) * Math.log((count * total) / ((rows[y] ?? 0) * (columns[x] ?? 0)));
    }
  }
  // Rounding may push it slightly below 0 or above 1.
  return Math.min(1, Math.max(0, shared / mean));
}

function entropy(counts: readonly number[], total: number): number {
  return sum(counts.map((count) => (count === 0 ? 0 : (count / total) * Math.log(total / count))));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

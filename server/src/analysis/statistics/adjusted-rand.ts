/**
 * How well two groupings of the same things agree, from their contingency table: the share of pairs that both keep
 * together or both keep apart, corrected for chance (Hubert and Arabie 1985). 1 is the same grouping, 0 is chance; null
 * if both put everything together or everything apart, which leaves nothing to disagree about.
 */
export function adjustedRand(table: readonly (readonly number[])[]): number | null {
  const rows = table.map(sum);
  const columns = (table[0] ?? []).map((_, column) => sum(table.map((row) => row[column] ?? 0)));
  const all = pairs(sum(rows));
  const together = sum(table.map((row) => sum(row.map(pairs))));
  const [inRows, inColumns] = [sum(rows.map(pairs)), sum(columns.map(pairs))];
  const expected = all === 0 ? 0 : (inRows * inColumns) / all;
  const most = (inRows + inColumns) / 2;
  return most === expected ? null : (together - expected) / (most - expected);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const pairs = (count: number): number => (count * (count - 1)) / 2;

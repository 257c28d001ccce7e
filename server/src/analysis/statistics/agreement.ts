/** table[declared][observed]: the number of cases declared at one level and observed at another; levels are ordered. */
type Confusion = readonly (readonly number[])[];

export interface Agreement {
  /** Share of cases on the diagonal. */
  accuracy: number | null;
  /** Share of the most frequent declared level, which always guessing it would get right. */
  majority_baseline: number | null;
  /** Cohen's kappa weighted by squared distances; null if both sides have one single level. */
  quadratic_weighted_kappa: number | null;
  /** Pearson's correlation of mid-ranks; null if one side does not vary. */
  spearman: number | null;
  /** Kendall's tau corrected for ties; null if one side does not vary. */
  kendall_tau_b: number | null;
}

export function crossTabulate(declared: ArrayLike<number>, observed: ArrayLike<number>, levels: number): number[][] {
  if (declared.length !== observed.length) throw new RangeError('every case needs a declared and an observed level');
  const table = Array.from({ length: levels }, () => Array.from({ length: levels }, () => 0));
  for (let index = 0; index < declared.length; index += 1) {
    const row = table[declared[index] ?? -1];
    const column = observed[index] ?? -1;
    if (row?.[column] === undefined) throw new RangeError(`levels are 0 to ${levels - 1}`);
    row[column] += 1;
  }
  return table;
}

/** Computed from the table only: counts are integers, so the order of the cases has no effect. */
export function measureAgreement(table: Confusion): Agreement {
  const rows = table.map(sum);
  const columns = table.map((_, column) => sum(table.map((row) => row[column] ?? 0)));
  const total = sum(rows);
  return {
    accuracy: total === 0 ? null : sum(table.map((row, level) => row[level] ?? 0)) / total,
    majority_baseline: total === 0 ? null : Math.max(...rows) / total,
    quadratic_weighted_kappa: quadraticWeightedKappa(table, rows, columns, total),
    spearman: spearman(table, rows, columns),
    kendall_tau_b: kendallTauB(table, rows, columns, total),
  };
}

function quadraticWeightedKappa(
  table: Confusion,
  rows: readonly number[],
  columns: readonly number[],
  total: number,
): number | null {
  let observed = 0;
  let expected = 0;
  for (const [y, row] of table.entries()) {
    for (const [x, count] of row.entries()) {
      observed += (y - x) ** 2 * count * total;
      expected += (y - x) ** 2 * (rows[y] ?? 0) * (columns[x] ?? 0);
    }
  }
  return expected === 0 ? null : 1 - observed / expected;
}

/** Twice the mid-rank of each level, relative to the middle, so that everything stays an integer. */
function centredRanks(counts: readonly number[]): number[] {
  const total = sum(counts);
  let below = 0;
  return counts.map((count) => {
    const rank = 2 * below + count - total;
    below += count;
    return rank;
  });
}

function spearman(table: Confusion, rows: readonly number[], columns: readonly number[]): number | null {
  const rowRanks = centredRanks(rows);
  const columnRanks = centredRanks(columns);
  const spread = (ranks: readonly number[], counts: readonly number[]) =>
    sum(ranks.map((rank, level) => rank * rank * (counts[level] ?? 0)));
  const spreads = Math.sqrt(spread(rowRanks, rows) * spread(columnRanks, columns));
  if (spreads === 0) return null;
  const shared = sum(
    table.flatMap((row, y) => row.map((count, x) => count * (rowRanks[y] ?? 0) * (columnRanks[x] ?? 0))),
  );
  return clamp(shared / spreads);
}

function kendallTauB(
  table: Confusion,
  rows: readonly number[],
  columns: readonly number[],
  total: number,
): number | null {
  const pairs = (counts: readonly number[]) => sum(counts.map((count) => (count * (count - 1)) / 2));
  const all = pairs([total]);
  const untied = Math.sqrt((all - pairs(rows)) * (all - pairs(columns)));
  if (untied === 0) return null;
  let balance = 0;
  for (const [y, row] of table.entries()) {
    for (const [x, count] of row.entries()) {
      for (const below of table.slice(y + 1)) {
        for (const [other, paired] of below.entries()) balance += Math.sign(other - x) * count * paired;
      }
    }
  }
  return clamp(balance / untied);
}

/** Rounding may push perfect agreement slightly above 1. */
function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

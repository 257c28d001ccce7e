export interface ValueCount {
  value: string | null;
  count: number;
}

/** Values beyond this number are counted together: texts that differ in every question would take unbounded memory. */
const MAX_DISTINCT = 10_000;
const MAX_SHOWN = 100;

/** Counts how often values occur. */
export class ValueTally {
  readonly #counts = new Map<string | null, number>();
  #others = 0;

  add(value: string | null): void {
    const count = this.#counts.get(value);
    if (count === undefined && this.#counts.size >= MAX_DISTINCT) this.#others += 1;
    else this.#counts.set(value, (count ?? 0) + 1);
  }

  /** The most frequent values, and the count of the others. */
  summary(): { values: ValueCount[]; others: number } {
    const sorted = [...this.#counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1));
    const hidden = sorted.slice(MAX_SHOWN).reduce((sum, { count }) => sum + count, this.#others);
    return { values: sorted.slice(0, MAX_SHOWN), others: hidden };
  }
}

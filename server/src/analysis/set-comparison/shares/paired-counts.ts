import type { Population } from '../../analysis-type.ts';
import { Numbering } from '../../corpus/chunk.ts';
import type { CountPair } from '../../statistics/cliffs-delta.ts';

export type NamedCounts<Name> = CountPair & { name: Name };

/** Counts how often values occur in either set. */
export class PairedCounts<Name> {
  readonly #names = new Numbering<Name>();
  readonly #a: number[] = [];
  readonly #b: number[] = [];

  add(name: Name, population: Population, count: number): void {
    const number = this.#names.numberOf(name);
    if (number === this.#a.length) {
      this.#a.push(0);
      this.#b.push(0);
    }
    const counts = population === 0 ? this.#a : this.#b;
    counts[number] = (counts[number] ?? 0) + count;
  }

  /** In the order of first occurrence. */
  *[Symbol.iterator](): Generator<NamedCounts<Name>> {
    for (const [number, name] of this.#names.names.entries()) {
      yield { name, a: this.#a[number] ?? 0, b: this.#b[number] ?? 0 };
    }
  }

  get size(): number {
    return this.#a.length;
  }

  get total(): CountPair {
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    return { a: sum(this.#a), b: sum(this.#b) };
  }
}

/**
 * The decisions that make a request, as numbers from 0 to 1 that are used in turn. The same numbers give the same
 * request, and changing one of them changes one decision, which is all that the search needs.
 */
export class Choices {
  readonly #genes: readonly number[];
  #used = 0;

  constructor(genes: readonly number[]) {
    this.#genes = genes;
  }

  next(): number {
    const gene = this.#genes[this.#used % this.#genes.length] ?? 0;
    this.#used += 1;
    return gene;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}

const GENES = 48;

export function randomGenes(random: () => number): number[] {
  return Array.from({ length: GENES }, random);
}

/** Replaces a few decisions with random ones, and sometimes also copies a range from another parent. */
export function mutate(genes: readonly number[], other: readonly number[], random: () => number): number[] {
  const changed = [...genes];
  if (random() < 0.2) {
    const [from, to] = [random() * GENES, random() * GENES].sort((left, right) => left - right) as [number, number];
    for (let index = Math.floor(from); index < to; index += 1) changed[index] = other[index] ?? 0;
  }
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change += 1) changed[Math.floor(random() * GENES)] = random();
  return changed;
}

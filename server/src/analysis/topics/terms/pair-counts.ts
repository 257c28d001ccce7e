/**
 * The maximum number of cells to count pairs in before any is kept: 32 MB, enough for most pairs of 10 M questions to
 * have their own.
 */
const MAX_CELLS = 2 ** 25;
const SATURATED = 255;

/** Upper bounds of how often pairs occur: two pairs may share a cell, and a cell counts to 255. */
export class PairSketch {
  readonly #cells: Uint8Array;
  readonly #mask: number;

  /** For at most `pairs` pairs, with two cells for each. */
  constructor(pairs: number) {
    const cells = Math.min(MAX_CELLS, 2 ** Math.ceil(Math.log2(2 * pairs + 2)));
    this.#cells = new Uint8Array(cells);
    this.#mask = cells - 1;
  }

  add(left: number, right: number): void {
    const cell = hashPair(left, right) & this.#mask;
    const count = this.#cells[cell] ?? 0;
    if (count < SATURATED) this.#cells[cell] = count + 1;
  }

  atLeast(left: number, right: number, count: number): boolean {
    return (this.#cells[hashPair(left, right) & this.#mask] ?? 0) >= Math.min(count, SATURATED);
  }

  /** The smallest count from `least` on that at most `limit` cells reach. */
  cut(least: number, limit: number): number {
    const cells = new Float64Array(SATURATED + 1);
    for (const count of this.#cells) cells[count] = (cells[count] ?? 0) + 1;
    let above = 0;
    for (let count = SATURATED; count >= least; count -= 1) {
      above += cells[count] ?? 0;
      if (above > limit) return count + 1;
    }
    return least;
  }
}

/**
 * Numbers pairs of numbers in the order of their first occurrence. It uses three arrays instead of a Map, a tenth of
 * its memory.
 */
export class PairNumbering {
  #lefts = new Uint32Array(1024);
  #rights = new Uint32Array(1024);
  /** Numbers plus 1 by hash; at most half full. */
  #slots = new Uint32Array(4096);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  left(number: number): number {
    return this.#lefts[number] ?? 0;
  }

  right(number: number): number {
    return this.#rights[number] ?? 0;
  }

  /** -1 if it has none. */
  find(left: number, right: number): number {
    return (this.#slots[this.#slotOf(left, right)] ?? 0) - 1;
  }

  numberOf(left: number, right: number): number {
    const slot = this.#slotOf(left, right);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    if (this.#size === this.#lefts.length) this.#widen();
    this.#lefts[this.#size] = left;
    this.#rights[this.#size] = right;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    return this.#size - 1;
  }

  /** The slot of the pair, or the free slot that it would take. */
  #slotOf(left: number, right: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashPair(left, right) & mask;
    for (let taken = this.#slots[slot] ?? 0; taken > 0; taken = this.#slots[slot] ?? 0) {
      if (this.#lefts[taken - 1] === left && this.#rights[taken - 1] === right) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #widen(): void {
    const [lefts, rights] = [this.#lefts, this.#rights];
    this.#lefts = new Uint32Array(lefts.length * 2);
    this.#rights = new Uint32Array(rights.length * 2);
    this.#lefts.set(lefts);
    this.#rights.set(rights);
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#size; number += 1) {
      this.#slots[this.#slotOf(this.left(number), this.right(number))] = number + 1;
    }
  }
}

function hashPair(left: number, right: number): number {
  let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right + 0x7f4a7c15, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

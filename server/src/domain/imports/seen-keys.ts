import { hash } from 'node:crypto';

const TABLES = 64;
const FIRST_SLOTS = 64;

/**
 * Remembers where texts were seen first, by 63 bits of their hash: 24 to 48 bytes each, so that a million take at most
 * 48 MB. It uses many small tables, because growing one large table would block everything else.
 */
export class SeenKeys {
  readonly #tables = Array.from({ length: TABLES }, () => new Table());

  /** Adds a text with its place, a positive number, and returns the place at which it was already present. */
  add(text: string, place: number): number | undefined {
    const digest = hash('sha1', text, 'buffer');
    const table = this.#tables[(digest[8] ?? 0) % TABLES] as Table;
    return table.add(digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0, place); // never 0, which marks an empty slot
  }
}

class Table {
  #high = new Uint32Array(FIRST_SLOTS);
  #low = new Uint32Array(FIRST_SLOTS);
  #places = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  add(high: number, low: number, place: number): number | undefined {
    const mask = this.#high.length - 1;
    let slot = high & mask;
    for (; this.#low[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#low[slot] === low && this.#high[slot] === high) return this.#places[slot];
    }
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#places[slot] = place;
    this.#size += 1;
    if (this.#size * 2 > this.#high.length) this.#grow();
    return undefined;
  }

  #grow(): void {
    const [high, low, places] = [this.#high, this.#low, this.#places];
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(high.length * 2);
    this.#places = new Uint32Array(high.length * 2);
    this.#size = 0;
    for (let slot = 0; slot < high.length; slot += 1) {
      if (low[slot] !== 0) this.add(high[slot] ?? 0, low[slot] ?? 0, places[slot] ?? 0);
    }
  }
}

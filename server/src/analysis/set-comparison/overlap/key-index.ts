/** Keys of a fixed number of 32-bit words, one after another. */
export interface Keys {
  words: Uint32Array;
  width: number;
}

export const countKeys = ({ words, width }: Keys): number => words.length / width;

/**
 * Finds the first of many keys that equals another: a hash table of numbers with open addressing. It takes at most 16
 * bytes per key, where a Map of ten million strings would take a gigabyte.
 */
export class KeyIndex {
  readonly #keys: Keys;
  /** Positions of keys, plus 1; at most half full. */
  readonly #slots: Int32Array;

  constructor(keys: Keys) {
    this.#keys = keys;
    const count = countKeys(keys);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(8, count * 2))));
    for (let place = 0; place < count; place += 1) {
      const slot = this.#slotOf(keys.words, place);
      if (this.#slots[slot] === 0) this.#slots[slot] = place + 1;
    }
  }

  /** The position of the first key that equals the one at a position of `words`; -1 if there is none. */
  firstOf(words: Uint32Array, place: number): number {
    return (this.#slots[this.#slotOf(words, place)] ?? 0) - 1;
  }

  /** The slot of the key, or the free slot where it would go. */
  #slotOf(words: Uint32Array, place: number): number {
    const { width, words: known } = this.#keys;
    const last = this.#slots.length - 1;
    const start = place * width;
    let hash = 0;
    for (let word = 0; word < width; word += 1) hash = mix(hash ^ (words[start + word] ?? 0));
    let slot = hash & last;
    for (let taken = this.#slots[slot] ?? 0; taken > 0; taken = this.#slots[slot] ?? 0) {
      if (sameKey(known, (taken - 1) * width, words, start, width)) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }
}

function sameKey(left: Uint32Array, leftStart: number, right: Uint32Array, rightStart: number, width: number): boolean {
  for (let word = 0; word < width; word += 1) {
    if (left[leftStart + word] !== right[rightStart + word]) return false;
  }
  return true;
}

/** Ids begin with their creation time, which is consecutive; multiplying and folding spreads them. */
function mix(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 16), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

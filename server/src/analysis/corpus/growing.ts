type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const GROWTH = 1.6;

/** A growing list of numbers, stored in a typed array. */
export class Growing<Kind extends Numbers> {
  #array: Kind;
  #length = 0;
  #expected = 0;
  readonly #make: (length: number) => Kind;

  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#array = make(1024);
  }

  /** Allocates memory for `count` numbers in all. Growing instead needs room for the old and the new array at once. */
  expect(length: number): void {
    this.#expected = Math.ceil(length);
  }

  get length(): number {
    return this.#length;
  }

  /** Adds room for `count` more numbers, which the caller fills in, and returns where it begins. */
  extend(count: number): { array: Kind; start: number } {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#array.length) {
      const larger = this.#make(Math.max(this.#length, this.#expected, Math.ceil(this.#array.length * GROWTH)));
      larger.set(this.#array.subarray(0, start));
      this.#array = larger;
    }
    return { array: this.#array, start };
  }

  append(values: ArrayLike<number>): void {
    const { array, start } = this.extend(values.length);
    array.set(values, start);
  }

  /** A view of the numbers, without copying them. */
  view(): Kind {
    return this.#array.subarray(0, this.#length) as Kind;
  }
}

/** Frees the memory of a list at once instead of at the next garbage collection. The list is empty afterwards. */
export function release(list: Numbers): void {
  const buffer = list.buffer as ArrayBuffer;
  if (!buffer.detached) buffer.transfer(0);
}

/** Non-negative integers in two or four bytes each. */
export type WholeNumbers = Uint16Array | Uint32Array;

const MAX_IN_TWO_BYTES = 0xffff;

/**
 * Integers in two bytes each while all fit, then in four: the words of ten million texts take 220 MB instead of 440.
 */
export class GrowingNumbers {
  #list = new Growing<WholeNumbers>((length) => new Uint16Array(length));
  #isWide = false;
  #expected = 0;

  expect(length: number): void {
    this.#expected = length;
    this.#list.expect(length);
  }

  get length(): number {
    return this.#list.length;
  }

  /** Adds room for `count` more numbers, none of them above `most`. */
  extend(count: number, most: number): { array: WholeNumbers; start: number } {
    if (most > MAX_IN_TWO_BYTES && !this.#isWide) this.#widen();
    return this.#list.extend(count);
  }

  append(values: Uint32Array): void {
    const { array, start } = this.extend(
      values.length,
      values.reduce((most, value) => Math.max(most, value), 0),
    );
    array.set(values, start);
  }

  #widen(): void {
    const narrow = this.#list.view();
    this.#list = new Growing<WholeNumbers>((length) => new Uint32Array(length));
    this.#list.expect(this.#expected);
    this.#list.append(narrow);
    this.#isWide = true;
  }

  view(): WholeNumbers {
    return this.#list.view();
  }
}

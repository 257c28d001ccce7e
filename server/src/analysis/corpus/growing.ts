type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const GROWTH = 1.6;

/** A list of numbers that grows, in as many bytes as its kind of array takes. */
export class Growing<Kind extends Numbers> {
  #array: Kind;
  #length = 0;
  #expected = 0;
  readonly #make: (length: number) => Kind;

  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#array = make(1024);
  }

  /** Sets memory aside for `count` in all: without it, growing needs room for the old and the new array at once. */
  expect(length: number): void {
    this.#expected = Math.ceil(length);
  }

  get length(): number {
    return this.#length;
  }

  /** Room for `count` more, to be filled in by the caller: where it begins. */
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

  /** What it holds; no copy. */
  view(): Kind {
    return this.#array.subarray(0, this.#length) as Kind;
  }
}

/** Gives the memory of a list back at once, not when garbage is collected. The list is empty from then on. */
export function release(list: Numbers): void {
  const buffer = list.buffer as ArrayBuffer;
  if (!buffer.detached) buffer.transfer(0);
}

/** Whole numbers that are not negative, in two bytes each or in four. */
export type WholeNumbers = Uint16Array | Uint32Array;

const MAX_IN_TWO_BYTES = 0xffff;

/** Whole numbers in two bytes each as long as all fit, in four from then on: the words of ten million texts in 220 MB instead of 440. */
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

  /** Room for `count` more, none of them above `most`. */
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

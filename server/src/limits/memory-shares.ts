/** One caller may use a quarter, so that slow readers of one caller cannot occupy all memory. */
const CALLER_SHARE = 4;

/** Counts the bytes of large bodies and replies while they are in memory. */
export class MemoryShares {
  readonly #maxBytes: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Reserves bytes, or returns why it cannot. */
  take(caller: string, bytes: number): 'concurrency_limited' | 'overloaded' | undefined {
    const held = (this.#held.get(caller) ?? 0) + bytes;
    if (held > this.#maxBytes / CALLER_SHARE) return 'concurrency_limited';
    if (this.#total + bytes > this.#maxBytes) return 'overloaded';
    this.#total += bytes;
    this.#held.set(caller, held);
    return undefined;
  }

  release(caller: string, bytes: number): void {
    this.#total -= bytes;
    const left = (this.#held.get(caller) ?? 0) - bytes;
    if (left > 0) this.#held.set(caller, left);
    else this.#held.delete(caller);
  }
}

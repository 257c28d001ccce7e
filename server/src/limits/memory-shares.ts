/** A caller may hold this part of it, so that slow readers of one cannot keep it all. */
const SHARE_OF_CALLER = 4;

/** Counts the bytes of large bodies and replies while they are in memory. */
export class MemoryShares {
  readonly #maxBytes: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes bytes, or says why not. */
  take(caller: string, bytes: number): 'concurrency_limited' | 'overloaded' | undefined {
    const held = (this.#held.get(caller) ?? 0) + bytes;
    if (held > this.#maxBytes / SHARE_OF_CALLER) return 'concurrency_limited';
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

/** Points that a key has used, and when its window ends (milliseconds of the given clock). */
export interface Count {
  used: number;
  endsAt: number;
}

/** A key takes about 200 bytes. A caller with an IPv6 /32 has four billion networks, each with its own key. */
export const MAX_KEYS = 100_000;

/**
 * Counts in fixed windows for a limited number of keys. There are two generations of keys, and the older one is dropped
 * when its windows have ended or the younger one is full: this needs no timer per key, and no search for the oldest
 * (repeatedly taking the first key of a Map steps over all keys deleted before it: 120 µs each at this size).
 */
export class MemoryCounts {
  #young = new Map<string, Count>();
  #old = new Map<string, Count>();
  #turnedAt: number;
  readonly #windowMs: number;
  readonly #now: () => number;

  constructor(windowSeconds: number, now: () => number = () => performance.now()) {
    this.#windowMs = windowSeconds * 1000;
    this.#now = now;
    this.#turnedAt = now();
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  now(): number {
    return this.#now();
  }

  add(key: string, points: number): Count {
    const count = this.find(key) ?? this.#begin(key);
    count.used += points;
    return count;
  }

  /** Sets the count to that of the shared counter. */
  replace(key: string, { used, endsAt }: Count): Count {
    const count = this.find(key) ?? this.#begin(key);
    count.used = used;
    count.endsAt = endsAt;
    return count;
  }

  find(key: string): Count | undefined {
    const count = this.#young.get(key) ?? this.#old.get(key);
    return count !== undefined && count.endsAt > this.#now() ? count : undefined;
  }

  #begin(key: string): Count {
    const now = this.#now();
    if (now - this.#turnedAt >= this.#windowMs || this.#young.size >= MAX_KEYS / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#turnedAt = now;
    }
    const count = { used: 0, endsAt: now + this.#windowMs };
    this.#young.set(key, count);
    return count;
  }
}

interface GateLimits {
  /** The maximum number in progress at once, for all callers together … */
  total: number;
  /** … and for each of them. */
  each: number;
  /** A caller that waits longer than this is rejected. */
  maxWaitMs: number;
}

export const MAX_WAITING = 128;
export const MAX_WAITING_EACH = 32;

interface Waiter {
  caller: string;
  admit: () => void;
  reject: () => void;
}

/**
 * Limits concurrent work, so that enough capacity is left for everybody else. Among waiting callers, the one with the
 * least time served goes next, within the share of each caller. If the queue is full, the caller with the most entries
 * makes room.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  /**
   * The time that each caller has used since the gate was last idle; a new caller starts level with the latest to be
   * admitted.
   */
  readonly #hadMs = new Map<string, number>();
  #levelMs = 0;
  #total = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#hasRoom(caller)) this.#start(caller);
    else await this.#wait(caller);
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#end(caller, performance.now() - started);
    }
  }

  #runningOf(caller: string): number {
    return this.#running.get(caller) ?? 0;
  }

  #hasRoom(caller: string): boolean {
    return this.#total < this.#limits.total && this.#runningOf(caller) < this.#limits.each;
  }

  #start(caller: string): void {
    this.#total += 1;
    this.#running.set(caller, this.#runningOf(caller) + 1);
  }

  #hadBy(caller: string): number {
    return Math.max(this.#levelMs, this.#hadMs.get(caller) ?? 0);
  }

  #end(caller: string, ms: number): void {
    this.#total -= 1;
    this.#hadMs.set(caller, this.#hadBy(caller) + ms);
    const left = this.#runningOf(caller) - 1;
    if (left === 0) this.#running.delete(caller);
    else this.#running.set(caller, left);
    this.#admitNext();
    if (this.#total > 0) return;
    this.#hadMs.clear();
    this.#levelMs = 0;
  }

  #admitNext(): void {
    let next: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (!this.#hasRoom(waiter.caller)) continue;
      if (next === undefined || this.#hadBy(waiter.caller) < this.#hadBy(next.caller)) next = waiter;
    }
    if (next === undefined) return;
    this.#levelMs = this.#hadBy(next.caller);
    this.#leave(next);
    this.#start(next.caller);
    next.admit();
  }

  #leave(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
  }

  #waitingOf(caller: string): number {
    return this.#waiting.reduce((count, waiter) => count + (waiter.caller === caller ? 1 : 0), 0);
  }

  /**
   * Whether there is room in the queue, if necessary by removing the latest entry of the caller with the most entries.
   */
  #makePlace(caller: string): boolean {
    const mine = this.#waitingOf(caller);
    if (mine >= MAX_WAITING_EACH) return false;
    if (this.#waiting.length < MAX_WAITING) return true;
    const counts = Map.groupBy(this.#waiting, (waiter) => waiter.caller).values();
    const longest = counts.reduce((most, line) => (line.length > most.length ? line : most));
    const last = longest.at(-1);
    if (last === undefined || longest.length <= mine + 1) return false;
    last.reject();
    return true;
  }

  async #wait(caller: string): Promise<void> {
    if (!this.#makePlace(caller)) throw this.#rejection(caller);
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        caller,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
        reject: () => {
          clearTimeout(timer);
          this.#leave(waiter);
          reject(this.#rejection(caller));
        },
      };
      const timer = setTimeout(waiter.reject, this.#limits.maxWaitMs);
      this.#waiting.push(waiter);
    });
  }

  #rejection(caller: string): GateClosed {
    return new GateClosed(this.#runningOf(caller) < this.#limits.each ? 'overloaded' : 'concurrency_limited');
  }
}

/** Thrown if a caller has exceeded their own share or the service is overloaded. */
export class GateClosed extends Error {
  readonly code: 'overloaded' | 'concurrency_limited';

  constructor(code: GateClosed['code']) {
    super(code);
    this.code = code;
  }
}

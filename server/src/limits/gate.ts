export interface GateLimits {
  /** How many may be under way at once, of all callers together … */
  total: number;
  /** … and of each of them. */
  each: number;
  /** Who waits longer than this is told to come back. */
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
 * Lets a few things happen at a time, so that enough is left for everybody else. Of those who wait, the caller who has had
 * the least time is next, and never beyond a caller's share. When the line is full, whoever has most in it makes room.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  /** The time that each caller has had since nobody was here; who comes anew starts level with whoever came in last. */
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

  /** Whether there is a place in line, if need be that of the last to come of whoever has most there. */
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

/** Who has used up a share of their own is told so; else it is the service that has too much to do. */
export class GateClosed extends Error {
  readonly code: 'overloaded' | 'concurrency_limited';

  constructor(code: GateClosed['code']) {
    super(code);
    this.code = code;
  }
}

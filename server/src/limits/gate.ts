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
}

/**
 * Lets a few things happen at a time, so that enough is left for everybody else. Whoever has to wait is admitted in the
 * order of arrival, but never beyond a caller's share.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #total = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#hasRoom(caller)) this.#start(caller);
    else await this.#wait(caller);
    try {
      return await work();
    } finally {
      this.#end(caller);
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

  #end(caller: string): void {
    this.#total -= 1;
    const left = this.#runningOf(caller) - 1;
    if (left === 0) this.#running.delete(caller);
    else this.#running.set(caller, left);
    const next = this.#waiting.findIndex((waiter) => this.#hasRoom(waiter.caller));
    if (next === -1) return;
    const [admitted] = this.#waiting.splice(next, 1);
    if (admitted === undefined) return;
    this.#start(admitted.caller);
    admitted.admit();
  }

  async #wait(caller: string): Promise<void> {
    const waitingOf = this.#waiting.filter((waiter) => waiter.caller === caller).length;
    if (this.#waiting.length >= MAX_WAITING || waitingOf >= MAX_WAITING_EACH) throw this.#refusal(caller);
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        caller,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(this.#refusal(caller));
      }, this.#limits.maxWaitMs);
      this.#waiting.push(waiter);
    });
  }

  #refusal(caller: string): GateClosed {
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

/** A caller that waits for a turn. */
interface Waiter {
  weight: number;
  /** The virtual time at which it is due; virtual time advances with the work done for callers who had less. */
  due: number;
  begin: () => void;
}

interface TurnLimits {
  /** The total weight of requests that run at once. */
  maxWorking: number;
  /** The number of requests of one caller, and of all, that may wait. */
  maxWaitingOfCaller: number;
  maxWaiting: number;
}

type Rejection = 'caller' | 'all';

/** The number of callers remembered before those who are up to date are forgotten. */
const MAX_REMEMBERED = 10_000;

/**
 * Decides who is served next when there is more work than capacity: the caller who has had the least. (Start-time fair
 * queuing: each request is due when its caller's earlier ones would be done with a fair share of the capacity.) A
 * caller who sends a thousand heavy requests only delays themselves; the light request of another caller waits for
 * running requests, but not for queued ones. With free capacity nobody waits.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #lines = new Map<string, Waiter[]>();
  /** When each caller will have had its share for everything it has sent. */
  readonly #settled = new Map<string, number>();
  #now = 0;
  #working = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get working(): number {
    return this.#working;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** True if the work may begin at once; it must `leave` with the same weight. */
  tryEnter(key: string, given: number): boolean {
    const weight = this.#bounded(given);
    if (this.#waiting > 0 || this.#working + weight > this.#limits.maxWorking) return false;
    this.#now = this.#dueOf(key, weight);
    this.#working += weight;
    return true;
  }

  /**
   * Queues a request; `begin` is called when its turn comes. Returns a function to leave the queue, or who exceeds the
   * limit.
   */
  wait(key: string, given: number, begin: () => void): (() => void) | Rejection {
    if (this.#waiting >= this.#limits.maxWaiting) return 'all';
    const line = this.#lines.get(key) ?? [];
    if (line.length >= this.#limits.maxWaitingOfCaller) return 'caller';
    const weight = this.#bounded(given);
    const waiter = { weight, due: this.#dueOf(key, weight), begin };
    line.push(waiter);
    this.#lines.set(key, line);
    this.#waiting += 1;
    return () => this.#stepOut(key, line, waiter);
  }

  leave(given: number): void {
    this.#working -= this.#bounded(given);
    this.#callNext();
    if (this.#working > 0 || this.#waiting > 0) return;
    this.#settled.clear(); // idle: everybody starts again
    this.#now = 0;
  }

  /** A request heavier than the capacity runs alone. */
  #bounded(weight: number): number {
    return Math.min(Math.max(1, weight), this.#limits.maxWorking);
  }

  #dueOf(key: string, weight: number): number {
    const due = Math.max(this.#now, this.#settled.get(key) ?? 0);
    if (this.#settled.size >= MAX_REMEMBERED) this.#forgetSettled();
    this.#settled.set(key, due + weight);
    return due;
  }

  #forgetSettled(): void {
    for (const [key, at] of this.#settled) if (at <= this.#now) this.#settled.delete(key);
    if (this.#settled.size >= MAX_REMEMBERED) this.#settled.clear();
  }

  #callNext(): void {
    while (this.#waiting > 0) {
      const [key, line, next] = this.#first();
      if (this.#working + next.weight > this.#limits.maxWorking) return;
      line.shift();
      if (line.length === 0) this.#lines.delete(key);
      this.#waiting -= 1;
      this.#working += next.weight;
      this.#now = next.due;
      next.begin();
    }
  }

  #first(): [string, Waiter[], Waiter] {
    let first: [string, Waiter[], Waiter] | undefined;
    for (const [key, line] of this.#lines) {
      const [head] = line;
      if (head !== undefined && (first === undefined || head.due < first[2].due)) first = [key, line, head];
    }
    if (first === undefined) throw new Error('nobody is waiting');
    return first;
  }

  #stepOut(key: string, line: Waiter[], waiter: Waiter): void {
    const index = line.indexOf(waiter);
    if (index === -1) return;
    line.splice(index, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#waiting -= 1;
    this.#callNext(); // a lighter request may be next
  }
}

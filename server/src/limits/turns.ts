/** Somebody who waits for a turn. */
interface Waiter {
  weight: number;
  /** Work that the service has done for others who had less, by the time this one is due. */
  due: number;
  begin: () => void;
}

export interface TurnLimits {
  /** Weights of all requests that are worked on at once. */
  maxWorking: number;
  /** Requests of one caller, and of all, that may wait. */
  maxWaitingOfCaller: number;
  maxWaiting: number;
}

export type Rejection = 'caller' | 'all';

/** This many callers are remembered before those who owe nothing are forgotten. */
const MAX_REMEMBERED = 10_000;

/**
 * Who is served next when there is more to do than can be done at once: whoever has had least. (Start-time fair queuing:
 * each request is due at the time at which its caller's earlier ones would be done, had the caller a fair share.)
 * Somebody who sends a thousand heavy requests waits for themselves; the light request of somebody else waits for what is
 * being worked on, and for nothing that stands in line. While there is room nobody waits at all.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #lines = new Map<string, Waiter[]>();
  /** When each caller has had its share for all it has sent. */
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

  /** True when the work may begin at once; it has to `leave` with the same weight. */
  tryEnter(key: string, given: number): boolean {
    const weight = this.#bounded(given);
    if (this.#waiting > 0 || this.#working + weight > this.#limits.maxWorking) return false;
    this.#now = this.#dueOf(key, weight);
    this.#working += weight;
    return true;
  }

  /** Stands in line; `begin` is called when the turn comes. Gives back how to step out of the line, or who is too many. */
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
    this.#settled.clear(); // nothing to do: everybody starts anew
    this.#now = 0;
  }

  /** What weighs more than all room together is worked on alone. */
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
    this.#callNext(); // somebody lighter may stand behind
  }
}

import type { Notices } from '../../store/database/notices.ts';

interface ShardTurnsOptions {
  /** Concurrent shards while there are no callers. */
  idleLimit: number;
  /** Concurrent shards while any process serves callers. */
  busyLimit: number;
  now: () => number;
}

/** Callers count as served for this time; API processes report once a second. */
const CALLERS_STAY_MS = 2500;

/**
 * Limits how many shards are computed concurrently, so that callers do not wait for them: each keeps a PostgreSQL
 * backend busy, with the same priority as a caller's. With a shard on each of two processors, the p99 of lists was six
 * times that of an idle machine.
 */
export class ShardTurns {
  readonly #options: ShardTurnsOptions;
  readonly #unsubscribe: () => void;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #servedAt = Number.NEGATIVE_INFINITY;

  constructor(notices: Pick<Notices, 'subscribe'>, options: ShardTurnsOptions) {
    this.#options = options;
    this.#unsubscribe = notices.subscribe('callers_served', () => {
      this.#servedAt = options.now();
    });
  }

  /** Waits for a turn, in the order of requests, and returns a function that ends it. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const turn = this.#wait(signal);
    this.#pass();
    await turn;
    return () => {
      this.#taken -= 1;
      this.#pass();
    };
  }

  close(): void {
    this.#unsubscribe();
  }

  #pass(): void {
    const { idleLimit, busyLimit, now } = this.#options;
    const limit = now() - this.#servedAt < CALLERS_STAY_MS ? busyLimit : idleLimit;
    while (this.#taken < limit && this.#waiting.length > 0) {
      this.#taken += 1;
      this.#waiting.shift()?.();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      this.#waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

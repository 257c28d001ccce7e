import { MemoryCounts } from '../../limits/memory-counts.ts';
import type { CountTogether, SharedCount } from '../../limits/shared-counts.ts';
import { mergeCalls } from '../../store/database/merge-calls.ts';
import type { Channel } from './channel.ts';
import type { Take } from './questions.ts';

/**
 * The counts that the first process keeps for its children. Counters have separate keys, so they do not displace each
 * other's.
 */
export class CountsOfAll {
  readonly #counters = new Map<string, MemoryCounts>();

  take(takes: readonly Take[]): SharedCount[] {
    return takes.map(([prefix, key, points, seconds]) => {
      const counter = this.#counters.get(prefix) ?? new MemoryCounts(seconds);
      this.#counters.set(prefix, counter);
      const { used, endsAt } = counter.add(key, points);
      return { used, endsInMs: endsAt - counter.now() };
    });
  }
}

/** If the first process hangs, the child counts alone until it replies again. */
const REPLY_TIMEOUT_MS = 1000;
/**
 * More callers in one turn of the event loop become several questions, so that none occupies the first process for
 * long.
 */
const MAX_TAKES = 500;

/** The counts that a child shares with its siblings. Requests of one turn of the event loop share a question. */
export function countWithSiblings(first: Channel): CountTogether {
  const take = mergeCalls<Take, SharedCount | undefined>(
    async (takes) => {
      try {
        return await first.ask('take', takes, REPLY_TIMEOUT_MS);
      } catch {
        return takes.map(() => undefined);
      }
    },
    { maxBatch: MAX_TAKES, concurrency: 1 },
  );
  return {
    take: ({ prefix, seconds }, key, points) => take([prefix, key, points, seconds]),
    close: () => {},
  };
}

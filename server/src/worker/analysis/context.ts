import type { Deps } from '../../deps.ts';
import type { ShardTurns } from './shard-turns.ts';
import type { Threads } from './threads.ts';

/** What the steps of an analysis share. */
export interface AnalysisContext {
  deps: Deps;
  /** Shards under way at once in this process, at most. */
  threads: number;
  /** How many of them just now. */
  turns: ShardTurns;
  /** For quick runs, which must not wait behind large ones. */
  quick: Threads;
  /** For shards and merges of all others. */
  heavy: Threads;
}

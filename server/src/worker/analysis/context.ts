import type { Deps } from '../../deps.ts';
import type { ShardTurns } from './shard-turns.ts';
import type { Threads } from './threads.ts';

/** The dependencies that the steps of an analysis share. */
export interface AnalysisContext {
  deps: Deps;
  /** The maximum number of shards that this process computes concurrently. */
  threads: number;
  /** Limits how many of them currently run. */
  turns: ShardTurns;
  /** Threads for quick runs, which must not wait for large ones. */
  quick: Threads;
  /** Threads for shards and merges of all other runs. */
  heavy: Threads;
}

import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { EndWatch } from './end-watch.ts';
import type { Threads } from './threads.ts';

/** What the steps of an analysis share. */
export interface AnalysisContext {
  deps: Deps;
  logger: FastifyBaseLogger;
  /** For runs of one shard, which must not wait behind those of a large one. */
  quick: Threads;
  /** For the shards of large runs. */
  heavy: Threads;
  watch: EndWatch;
}

import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { EndWatch } from './end-watch.ts';
import type { Threads } from './threads.ts';

/** What the steps of an analysis share. */
export interface AnalysisContext {
  deps: Deps;
  logger: FastifyBaseLogger;
  /** For quick runs, which must not wait behind large ones. */
  quick: Threads;
  /** For shards and merges of all others. */
  heavy: Threads;
  watch: EndWatch;
}

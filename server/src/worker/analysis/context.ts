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
  /** For the shards of all others. */
  mapping: Threads;
  /** For their merges, which hold all questions at once. */
  merging: Threads;
  watch: EndWatch;
}

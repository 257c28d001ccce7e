import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../deps.ts';
import { analyseTables } from './analyse-tables.ts';
import { startAnalysisWorker } from './analysis/index.ts';
import { countFolder } from './fold-counts.ts';
import { refreshDerivedColumns } from './refresh-derived.ts';
import { repeat } from './repeat.ts';
import { sweep } from './sweep.ts';

const FOLD_EVERY_MS = 1000;
const SWEEP_EVERY_MS = 60_000;

/** Everything that goes on in the background. Any number of workers may run: each task takes its own lock. */
export async function startWorker(deps: Deps, logger: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  const warn = (task: string) => (error: unknown) =>
    logger.warn({ err: error, task }, 'a background task failed; it will run again');
  const analyses = await startAnalysisWorker(deps, logger);
  const tasks = [
    analyses,
    repeat(FOLD_EVERY_MS, countFolder(deps.db.writes), warn('fold counts')),
    repeat(SWEEP_EVERY_MS, () => sweep(deps), warn('sweep')),
    repeat(SWEEP_EVERY_MS, (signal) => analyseTables(deps.db, signal), warn('analyse tables')),
    repeat(SWEEP_EVERY_MS, (signal) => refreshDerivedColumns(deps, signal), warn('refresh derived columns')),
  ];
  return {
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}

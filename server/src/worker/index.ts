import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../deps.ts';
import { startConsumer } from '../queue/consumer.ts';
import type { JobEnd } from '../queue/job-kind.ts';
import { repeat } from '../queue/repeat.ts';
import { type BackgroundWork, findBackgroundWork } from '../store/background-work.ts';
import { describeForeignBreak, listForeignBreaks } from '../store/database/migrations.ts';
import { analyseTables } from './analyse-tables.ts';
import { countFolder } from './fold-counts.ts';
import { JOB_KINDS } from './jobs.ts';
import { mergeCategories } from './merge-categories.ts';
import { measureWork } from './metrics.ts';
import { refreshDerivedColumns } from './refresh-derived.ts';
import { sweeper } from './sweep.ts';
import { disableUndeliverable } from './webhooks/disable.ts';
import { relayEvents } from './webhooks/relay.ts';

const LOOK_EVERY_MS = 1000;
const FOLD_EVERY_MS = 1000;
const MERGE_EVERY_MS = 1000;
const RELAY_EVERY_MS = 500;
/** Until a large load is analysed, searches in it are slow. */
const ANALYSE_EVERY_MS = 5000;
const SWEEP_EVERY_MS = 60_000;
const SCHEMA_CHECK_INTERVAL_MS = 1000;

/** All background work. Any number of workers may run: each task takes its own lock. */
export async function startWorker(deps: Deps, logger: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  const warn = (task: string) => (error: unknown) =>
    logger.warn({ err: error, task }, 'a background task failed; it will run again');
  const work = measureWork(deps);
  const { tracing } = deps;
  const jobEnded = (end: JobEnd) => {
    work.jobEnded(end);
    tracing?.jobEnded(end);
  };
  const consumer = await startConsumer({ ...deps, jobEnded }, JOB_KINDS, logger);
  const due: BackgroundWork = { counts: true, merges: true, relay: true };
  const look = async () => void Object.assign(due, await findBackgroundWork(deps.db.writes));
  const fold = countFolder(deps.db.writes, work.rowsFolded);
  const tasks = [
    consumer,
    repeat(LOOK_EVERY_MS, look, warn('look for work')),
    repeat(FOLD_EVERY_MS, async (signal) => due.counts && fold(signal), warn('fold counts')),
    repeat(MERGE_EVERY_MS, async (signal) => due.merges && mergeCategories(deps, signal), warn('merge categories')),
    repeat(RELAY_EVERY_MS, async (signal) => due.relay && relayEvents(deps, signal), warn('relay events')),
    repeat(SWEEP_EVERY_MS, (signal) => disableUndeliverable(deps, signal), warn('disable webhooks')),
    repeat(SWEEP_EVERY_MS, sweeper(deps, logger), warn('sweep')),
    repeat(ANALYSE_EVERY_MS, (signal) => analyseTables(deps.db, signal), warn('analyse tables')),
    repeat(SWEEP_EVERY_MS, (signal) => refreshDerivedColumns(deps, signal), warn('refresh derived columns')),
  ];
  let stopped: Promise<unknown> | undefined;
  const stopAll = () => (stopped ??= Promise.all(tasks.map((task) => task.stop())));
  const guard = repeat(
    SCHEMA_CHECK_INTERVAL_MS,
    async () => {
      const [broken] = stopped === undefined ? await listForeignBreaks(deps.db.reads) : [];
      if (broken === undefined) return;
      logger.error(`${describeForeignBreak(broken)} This worker takes no more work.`);
      await stopAll();
    },
    warn('look at the schema'),
  );
  return {
    stop: async () => {
      await Promise.all([stopAll(), guard.stop()]);
    },
  };
}

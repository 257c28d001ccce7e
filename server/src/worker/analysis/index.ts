import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { type Job, PgBoss, type WorkOptions } from 'pg-boss';
import type { Deps } from '../../deps.ts';
import { analysisError, isFinished } from '../../domain/analysis.ts';
import { type Jobs, QUEUE_SCHEMA, type QueueName } from '../../queue/queues.ts';
import { findAnalysis } from '../../store/analyses.ts';
import { listEnded } from '../../store/analysis-progress.ts';
import { connectionOptions } from '../../store/connection.ts';
import { attemptStep } from './attempt.ts';
import type { AnalysisContext } from './context.ts';
import { watchEnds } from './end-watch.ts';
import { failRun } from './fail-run.ts';
import { mapShard } from './map-shard.ts';
import { mergeRun } from './merge-run.ts';
import { planRun } from './plan.ts';
import { MAX_SMALL_SHARDS, MERGE_PRIORITY } from './small-runs.ts';
import { startThreads } from './threads.ts';

/** Plans under way at once in a process, of as many owners: one whose filter takes long holds up nobody else. */
const PLANS_AT_ONCE = 4;
/** Nobody takes two lines at once. */
const ONE_OF_AN_OWNER = { localGroupConcurrency: 1 };
/** One merge of a large run at a time: each may take all the memory there is. Small ones do not wait for it. */
const MERGES = [ONE_OF_AN_OWNER, { ...ONE_OF_AN_OWNER, minPriority: MERGE_PRIORITY.small }];
/** Quick runs are computed in threads of their own, which no large run ever takes. */
const QUICK = { least: 1, most: 2, memoryMb: 1024 };
/** The gathering of 10 M questions takes 2 GB, most of it in arrays beside JavaScript's own memory. */
const HEAVY = { least: 0, memoryMb: 2048 };
const HEARTBEAT_EVERY_SECONDS = 3;
/** A statement that reads a shard takes about a second; a filter by words may take a minute. */
const STATEMENT_TIMEOUT_MS = 120_000;
/** Taking a job takes milliseconds; clearing away old ones may take longer. */
const QUEUE_TIMEOUT_MS = 30_000;
/** Of the time to stop, for giving back to the queue what was not finished. */
const GIVE_BACK_MS = 2000;

/** Takes steps of analyses from the queue, on any number of nodes. */
export async function startAnalysisWorker(deps: Deps, logger: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  const warn = (error: unknown) => logger.warn({ err: error }, 'the queue of analyses had a problem; it goes on');
  const data = { databaseUrl: deps.db.url, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const threads = deps.config.analysisThreads || availableParallelism();
  const quick = startThreads({ ...data, yielding: false }, { ...QUICK, onError: warn });
  // One for each line below: a merge that takes minutes holds up no shard.
  const heavy = startThreads({ ...data, yielding: true }, { ...HEAVY, most: threads + MERGES.length, onError: warn });
  const watch = watchEnds(deps.notices, (ids) => listEnded(deps.db.reads, ids), warn);
  const context: AnalysisContext = { deps, logger, quick, heavy, watch };
  const boss = createBoss(deps.db.url);
  boss.on('error', warn);
  await boss.start();
  for (let line = 0; line < PLANS_AT_ONCE; line += 1)
    await work(boss, 'analysis.plan', ONE_OF_AN_OWNER, ({ data }) => plan(context, data));
  for (let line = 0; line < threads; line += 1)
    await work(boss, 'analysis.shard', {}, ({ data }) => shard(context, data));
  for (const which of MERGES) await work(boss, 'analysis.final', which, ({ data }) => final(context, data));
  await work(boss, 'analysis.dead', {}, ({ data: { analysis_id } }) =>
    failRun(
      deps,
      analysis_id,
      analysisError('worker_lost', 'Every worker that took a step of it ended before the step did.'),
    ),
  );
  return {
    stop: async () => {
      await boss.stop({ graceful: true, timeout: Math.max(0, deps.config.stopTimeoutMs - GIVE_BACK_MS) });
      await watch.stop();
      await Promise.all([quick.close(), heavy.close()]);
    },
  };
}

/** Supervised every second: a lost worker is noticed a second after its heartbeat is overdue. */
function createBoss(databaseUrl: string): PgBoss {
  return new PgBoss({
    ...connectionOptions(databaseUrl, { applicationName: 'quaestor queue', statementTimeoutMs: QUEUE_TIMEOUT_MS }),
    schema: QUEUE_SCHEMA,
    max: 4,
    migrate: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 600,
  });
}

type Handler<Name extends QueueName> = (job: Job<Jobs[Name]>) => Promise<void>;

/** Takes jobs one after the other. Polling is for what no notice tells: it is asked again at once after a job. */
async function work<Name extends QueueName>(
  boss: PgBoss,
  name: Name,
  which: Pick<WorkOptions, 'localGroupConcurrency' | 'minPriority'>,
  handle: Handler<Name>,
): Promise<void> {
  const options = {
    ...which,
    heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 1,
  } as const;
  const worker: string = await boss.work<Jobs[Name], void, typeof options>(name, options, async ([job]) => {
    try {
      if (job !== undefined) await handle(job);
    } finally {
      boss.notifyWorker(worker);
    }
  });
}

async function plan(context: AnalysisContext, { analysis_id: id }: Jobs['analysis.plan']): Promise<void> {
  await attemptStep(context, { id, place: 'the plan' }, () => planRun(context, id));
}

async function shard(context: AnalysisContext, { analysis_id: id, shard }: Jobs['analysis.shard']): Promise<void> {
  const { deps, heavy: threads } = context;
  await attemptStep(context, { id, place: `shard ${shard}` }, async () => {
    const run = await findAnalysis(deps.db.reads, id);
    if (run === undefined || isFinished(run.status)) return;
    const priority = run.total - 1 <= MAX_SMALL_SHARDS ? MERGE_PRIORITY.small : MERGE_PRIORITY.large;
    const whenMapped: Parameters<typeof mapShard>[3]['whenMapped'] = (tx) =>
      deps.queue.enqueue(tx, 'analysis.final', [{ data: { analysis_id: id }, priority, owner: run.owner }]);
    await mapShard(context, run, shard, { threads, whenMapped });
  });
}

async function final(context: AnalysisContext, { analysis_id: id }: Jobs['analysis.final']): Promise<void> {
  await attemptStep(context, { id, place: 'the merge' }, async () => {
    const run = await findAnalysis(context.deps.db.reads, id);
    if (run === undefined || isFinished(run.status)) return;
    await mergeRun(context, run, context.heavy);
  });
}

import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { type Job, PgBoss } from 'pg-boss';
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
import { startThreads } from './threads.ts';

/** How many runs of one shard are under way at once in a process; their computation takes turns in one thread. */
const PLANS_AT_ONCE = 4;
const HEARTBEAT_EVERY_SECONDS = 3;
/** A statement that reads a shard takes about a second; a filter by words may take a minute. */
const STATEMENT_TIMEOUT_MS = 120_000;
/** Taking a job takes milliseconds; clearing away old ones may take longer. */
const QUEUE_TIMEOUT_MS = 30_000;
const STOP_WITHIN_MS = 20_000;

/** Takes steps of analyses from the queue, on any number of nodes. */
export async function startAnalysisWorker(deps: Deps, logger: FastifyBaseLogger): Promise<{ stop(): Promise<void> }> {
  const warn = (error: unknown) => logger.warn({ err: error }, 'the queue of analyses had a problem; it goes on');
  const data = { databaseUrl: deps.db.url, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const threads = deps.config.analysisThreads || availableParallelism();
  const quick = startThreads({ ...data, yielding: false }, { least: 1, most: 1 });
  const heavy = startThreads({ ...data, yielding: true }, { least: 0, most: threads });
  const watch = watchEnds(deps.notices, (ids) => listEnded(deps.db.reads, ids), warn);
  const context: AnalysisContext = { deps, logger, quick, heavy, watch };
  const boss = createBoss(deps.db.url);
  boss.on('error', warn);
  await boss.start();
  await work(boss, 'analysis.plan', PLANS_AT_ONCE, ({ data }) => plan(context, data));
  await work(boss, 'analysis.shard', threads, ({ data }) => shard(context, data));
  await work(boss, 'analysis.final', 1, ({ data }) => final(context, data));
  await work(boss, 'analysis.dead', 1, ({ data: { analysis_id } }) =>
    failRun(
      deps,
      analysis_id,
      analysisError('worker_lost', 'Every worker that took a step of it ended before the step did.'),
    ),
  );
  return {
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS });
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

/** Jobs one after the other in so many lines. Polling is for what no notice tells: it is asked again at once after a job. */
async function work<Name extends QueueName>(
  boss: PgBoss,
  name: Name,
  lines: number,
  handle: Handler<Name>,
): Promise<void> {
  for (let line = 0; line < lines; line += 1) {
    const options = {
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
}

async function plan(context: AnalysisContext, { analysis_id: id }: Jobs['analysis.plan']): Promise<void> {
  await attemptStep(context, { id, place: 'the plan' }, () => planRun(context, id));
}

async function shard(context: AnalysisContext, { analysis_id: id, shard }: Jobs['analysis.shard']): Promise<void> {
  const { deps, heavy: threads } = context;
  await attemptStep(context, { id, place: `shard ${shard}` }, async () => {
    const run = await findAnalysis(deps.db.reads, id);
    if (run === undefined || isFinished(run.status)) return;
    const whenMapped: Parameters<typeof mapShard>[3]['whenMapped'] = (tx) =>
      deps.queue.enqueue(tx, 'analysis.final', [{ analysis_id: id }], { priority: 1 });
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

import { availableParallelism } from 'node:os';
import type { Deps } from '../../deps.ts';
import { analysisError, isFinished } from '../../domain/analysis/analysis.ts';
import type { JobKind } from '../../queue/job-kind.ts';
import { findAnalysis } from '../../store/analysis/analyses.ts';
import { listEnded } from '../../store/analysis/progress.ts';
import type { AnalysisContext } from './context.ts';
import { explainFailure, permanentError } from './explain-failure.ts';
import { failRun } from './fail-run.ts';
import { mapShard } from './map-shard.ts';
import { mergeRun } from './merge-run.ts';
import { planRun } from './plan.ts';
import { ShardTurns } from './shard-turns.ts';
import { MAX_SMALL_SHARDS, MERGE_PRIORITY } from './small-runs.ts';
import { startThreads } from './threads.ts';

interface AnalysisJobs {
  /** Takes the snapshot and cuts the run into shards; a quick run is completed at once. */
  'analysis.plan': { analysis_id: string };
  'analysis.shard': { analysis_id: string; shard: number };
  'analysis.final': { analysis_id: string };
}

declare module '../../queue/queue.ts' {
  interface Jobs extends AnalysisJobs {}
}

/** No owner can have two steps running at once. */
const ONE_PER_OWNER = { onePerOwner: true };
/** Concurrent plans in a process are of different owners, so that one with a slow filter does not delay others. */
const PLANS = Array.from({ length: 4 }, () => ONE_PER_OWNER);
/** One merge of a large run at a time, because each may take all available memory. Small ones do not wait for it. */
const MERGES = [ONE_PER_OWNER, { ...ONE_PER_OWNER, minPriority: MERGE_PRIORITY.small }];
/** Quick runs have their own threads, which large runs never use. */
const QUICK = { least: 1, most: 2, memoryMb: 1024 };
/** Gathering 10 M questions takes 2 GB, most of it in arrays outside the JavaScript heap. */
const HEAVY = { least: 0, memoryMb: 2048 };
/** A statement that reads a shard takes about a second; a filter by words may take a minute. */
const STATEMENT_TIMEOUT_MS = 120_000;

export const analysisJobs: JobKind<Deps, AnalysisJobs, AnalysisContext> = {
  name: 'analysis',
  open: (deps, warn) => {
    const data = { databaseUrl: deps.db.url, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
    const threads = deps.config.analysisThreads || availableParallelism();
    const busyLimit = deps.config.analysisThreads || Math.max(1, threads - 1);
    return {
      deps,
      threads,
      turns: new ShardTurns(deps.notices, { idleLimit: threads, busyLimit, now: () => performance.now() }),
      quick: startThreads({ ...data, yielding: false }, { ...QUICK, onError: warn }),
      // One thread for each slot below, so that a merge that takes minutes delays no shard.
      heavy: startThreads({ ...data, yielding: true }, { ...HEAVY, most: threads + MERGES.length, onError: warn }),
    };
  },
  close: async ({ turns, quick, heavy }) => {
    turns.close();
    await Promise.all([quick.close(), heavy.close()]);
  },
  steps: {
    'analysis.plan': {
      slots: () => PLANS,
      handle: ({ data, signal }, context) => planRun(context, data.analysis_id, signal),
    },
    'analysis.shard': {
      slots: ({ threads }) => Array.from({ length: threads }, () => ({})),
      handle: async ({ data: { analysis_id: id, shard }, signal }, context) => {
        const { deps, heavy: threads } = context;
        const run = await findAnalysis(deps.db.reads, id);
        if (run === undefined || isFinished(run.status)) return;
        const priority = run.total - 1 <= MAX_SMALL_SHARDS ? MERGE_PRIORITY.small : MERGE_PRIORITY.large;
        const whenMapped: Parameters<typeof mapShard>[3]['whenMapped'] = (tx) =>
          deps.queue.enqueue(tx, 'analysis.final', [{ data: { analysis_id: id }, priority, owner: run.owner }]);
        const endTurn = await context.turns.take(signal);
        try {
          await mapShard(context, run, shard, { threads, signal, whenMapped });
        } finally {
          endTurn();
        }
      },
    },
    'analysis.final': {
      slots: () => MERGES,
      handle: async ({ data: { analysis_id: id }, signal }, context) => {
        const run = await findAnalysis(context.deps.db.reads, id);
        if (run === undefined || isFinished(run.status)) return;
        await mergeRun(context, run, context.heavy, signal);
      },
    },
  },
  subject: {
    idOf: ({ analysis_id }) => analysis_id,
    ended: 'analysis_ended',
    listEnded: (db, ids) => listEnded(db.reads, ids),
  },
  retries: { limit: 3, delaySeconds: 1 },
  // A step that was returned to the queue would only run again after all other shards of its run, which may be wasted.
  tries: 2,
  isPermanent: (error) => permanentError(error) !== undefined,
  onFailure: (error, { name, data }, { deps }) =>
    failRun(deps, data.analysis_id, explainFailure(error, placeOf(name, data))),
  deadLetters: 'analysis.dead',
  onDead: ({ analysis_id }, { deps }) =>
    failRun(
      deps,
      analysis_id,
      analysisError('worker_lost', 'Every worker that took one of its steps ended before completing it.'),
    ),
};

function placeOf(name: keyof AnalysisJobs, data: AnalysisJobs[keyof AnalysisJobs]): string {
  if ('shard' in data) return `shard ${data.shard}`;
  return name === 'analysis.plan' ? 'the plan' : 'the merge';
}

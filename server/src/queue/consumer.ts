import { PgBoss } from 'pg-boss';
import { connectionOptions } from '../store/database/connection.ts';
import { attempt } from './attempt.ts';
import { watchEnds } from './end-watch.ts';
import type { AnyJobKind, JobDeps, JobOutcome, Slot } from './job-kind.ts';
import { QUEUE_SCHEMA } from './queues.ts';
import { repeat } from './repeat.ts';
import { findQueueWork } from './waiting-jobs.ts';

const HEARTBEAT_EVERY_SECONDS = 3;
const LOOK_EVERY_MS = 1000;
/** Jobs that ended an hour ago are removed even if none is running. */
const SUPERVISE_IDLE_MS = 60_000;
/** Slots are woken by a notice or by `lookForWork`; polling covers what both have missed. */
const POLL_SECONDS = 60;
/** Taking a job takes milliseconds; removing old ones may take longer. */
const QUEUE_TIMEOUT_MS = 30_000;
/** The part of the stop timeout reserved for returning unfinished jobs to the queue. */
const GIVE_BACK_MS = 2000;

interface Logger {
  warn(facts: object, message: string): void;
}

/**
 * Takes jobs of all given kinds from the queue, on any number of nodes. Every kind has its own slots, so that kinds do
 * not wait for each other.
 */
export async function startConsumer<Deps extends JobDeps>(
  deps: Deps,
  kinds: readonly AnyJobKind<Deps>[],
  logger: Logger,
): Promise<{ stop(): Promise<void> }> {
  const warn = (error: unknown) => logger.warn({ err: error }, 'the queue had a problem and continues');
  const boss = createBoss(deps.db.url);
  boss.on('error', warn);
  await boss.start();
  const stopping = new AbortController();
  const running: { stop(): Promise<void> }[] = [];
  const slots: Slots = new Map();
  for (const kind of kinds)
    running.push(await startKind({ boss, slots, deps, logger, warn, stopping: stopping.signal }, kind));
  const looking = repeat(LOOK_EVERY_MS, lookForWork(boss, slots), warn);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([
        looking.stop(),
        boss.stop({ graceful: true, timeout: Math.max(0, deps.config.stopTimeoutMs - GIVE_BACK_MS) }),
      ]);
      await Promise.all(running.map((kind) => kind.stop()));
    },
  };
}

/** The ids of the workers of pg-boss that take the jobs of each queue. */
type Slots = Map<string, string[]>;

/**
 * One statement per second for all slots: if each of them polled, an idle worker would run 40 transactions per second.
 * While jobs are running, the queue is supervised as often, so a lost worker is noticed a second after its heartbeat is
 * overdue.
 */
function lookForWork(boss: PgBoss, slots: Slots): () => Promise<void> {
  let supervisedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const { due, active } = await findQueueWork(boss.getDb());
    for (const id of due.flatMap((name) => slots.get(name) ?? [])) boss.notifyWorker(id);
    if (!active && performance.now() - supervisedAt < SUPERVISE_IDLE_MS) return;
    supervisedAt = performance.now();
    await boss.supervise();
  };
}

interface Surroundings<Deps> {
  boss: PgBoss;
  slots: Slots;
  deps: Deps;
  logger: Logger;
  warn: (error: unknown) => void;
  stopping: AbortSignal;
}

async function startKind<Deps extends JobDeps>(
  { boss, slots, deps, logger, warn, stopping }: Surroundings<Deps>,
  kind: AnyJobKind<Deps>,
): Promise<{ stop(): Promise<void> }> {
  const { subject, tries, isPermanent } = kind;
  const context: unknown = kind.open(deps, warn);
  const watch = watchEnds(deps.notices, subject.ended, (ids) => subject.listEnded(deps.db, ids), warn);
  const handleStep = (name: string, step: AnyJobKind<Deps>['steps'][string]) => (data: object) => {
    const id = subject.idOf(data);
    return timed(deps, { queue: name, id }, () =>
      watch.during(id, (signal) =>
        attempt((triedHere) => step.handle({ data, signal, stopping, triedHere }, context), {
          tries,
          isPermanent,
          signal,
          stopping,
          onFailure: (error) => kind.onFailure(error, { name, data }, context),
          warn: (error) => logger.warn({ err: error, job: name, id }, 'a job failed'),
        }),
      ),
    );
  };
  for (const [name, step] of Object.entries(kind.steps)) {
    for (const slot of step.slots(context)) await takeJobs({ boss, slots }, name, slot, handleStep(name, step));
  }
  const { deadLetters } = kind;
  await takeJobs({ boss, slots }, deadLetters, {}, (data) =>
    timed(deps, { queue: deadLetters, id: subject.idOf(data) }, async () => {
      await kind.onDead(data, context);
      return 'succeeded';
    }),
  );
  return {
    stop: async () => {
      await watch.stop();
      await kind.close?.(context);
    },
  };
}

/** Reports how a job ended and how long it took. */
async function timed(
  { jobEnded }: JobDeps,
  job: { queue: string; id: string },
  work: () => Promise<JobOutcome>,
): Promise<void> {
  const started = performance.now();
  let outcome: JobOutcome = 'retried';
  try {
    outcome = await work();
  } finally {
    jobEnded?.({ ...job, outcome, seconds: (performance.now() - started) / 1000 });
  }
}

function createBoss(databaseUrl: string): PgBoss {
  return new PgBoss({
    ...connectionOptions(databaseUrl, { applicationName: 'quaestor queue', statementTimeoutMs: QUEUE_TIMEOUT_MS }),
    schema: QUEUE_SCHEMA,
    max: 4,
    migrate: false,
    schedule: false,
    useListenNotify: true,
    supervise: false,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 600,
  });
}

/** Takes jobs one after another; after each one, it looks for the next at once. */
async function takeJobs(
  { boss, slots }: { boss: PgBoss; slots: Slots },
  name: string,
  { minPriority, onePerOwner = false }: Slot,
  handle: (data: object) => Promise<void>,
): Promise<void> {
  const options = {
    ...(minPriority !== undefined && { minPriority }),
    ...(onePerOwner && { localGroupConcurrency: 1 }),
    heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: POLL_SECONDS,
  };
  const worker: string = await boss.work<object, void, typeof options>(name, options, async ([job]) => {
    try {
      if (job !== undefined) await handle(job.data);
    } finally {
      boss.notifyWorker(worker);
    }
  });
  slots.set(name, [...(slots.get(name) ?? []), worker]);
}

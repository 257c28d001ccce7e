import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/src/bin/embedded-postgres.ts';
import { migrate } from '../../../server/src/bin/migrate-database.ts';
import { openContext, pageUrls, sampleIds } from '../context.ts';
import { treeMicros } from '../cpu.ts';
import {
  OPERATOR_TOKEN,
  postmasterPid,
  type Started,
  startApi,
  startProcess,
  startWorkerProcess,
} from '../processes.ts';
import { saveResults } from '../report.ts';
import { seedBank } from '../seed.ts';
import { probe } from './probe.ts';
import { createWebhooks, WEBHOOKS_HERE } from './webhooks.ts';
import { writeEvents } from './writer.ts';

const QUESTIONS = 100_000;
const PROBES_PER_SECOND = 50;
const WARM_UP_SECONDS = 10;
const MAX_IDLE_SECONDS = 60;
/** How long to wait for the last events to arrive. */
const SETTLE_SECONDS = 10;
const MAX_TIMES_IDLE = 3;
const SETTINGS = {
  ...WEBHOOKS_HERE,
  STREAMS_PER_PRINCIPAL: '10000',
  STREAMS_AT_ONCE: '10000',
  OVERLOAD_DELAY_MS: '0', // the probe has to measure slow responses instead of getting a 503
};

interface EventLoad {
  seconds: number;
  rate: number;
  webhooks: number;
  streams: number;
}

interface Counted {
  events: number;
  connections: number;
  open: number;
}

/**
 * Writes events at a fixed rate while they are delivered to webhooks and streams, and compares the response times of
 * lists with those of an idle service. Reports how much was written and delivered, the remaining backlog, and each
 * process's processor time.
 */
export async function benchEventLoad(
  directory: string,
  load: EventLoad,
  say: (line: string) => void,
): Promise<boolean> {
  await rm(directory, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres(directory, { shared_buffers: '1GB', max_wal_size: '8GB' });
  await migrate(postgres.url);
  await seedBank(postgres.url, QUESTIONS, () => {});
  const postmaster = postmasterPid(directory);
  const bounds = { seconds: load.seconds, warmUpSeconds: WARM_UP_SECONDS, repetitions: 1 };
  const context = await openContext({ databaseUrl: postgres.url, postmaster, ...bounds });
  const api = await startApi(postgres.url, SETTINGS);
  const worker = startWorkerProcess(postgres.url, SETTINGS);
  const receiver = await startProcess('bench/src/events/receiver.ts', '/count', {});
  await createWebhooks(api.origin, receiver.origin, load.webhooks);
  const listeners = await startProcess('bench/src/events/listeners.ts', '/count', {
    ...{ SERVICE: api.origin, TOKEN: OPERATOR_TOKEN, STREAMS: String(load.streams) },
  });
  try {
    while ((await readCounts(listeners)).open < load.streams) await wait(100);
    const urls = pageUrls(context).map((url) => `${api.origin}${url}`);
    await probe(urls, PROBES_PER_SECOND, WARM_UP_SECONDS);
    const idle = await probe(urls, PROBES_PER_SECOND, Math.min(load.seconds, MAX_IDLE_SECONDS));
    say(JSON.stringify({ idle }));

    const processes = {
      api: api.pid,
      worker: worker.pid,
      postgres: postmaster,
      receiver: receiver.pid,
      listeners: listeners.pid,
      bench: process.pid,
    };
    const cpuBefore = cpuOf(processes);
    const questionIds = await sampleIds(context, 1000);
    const [loaded, written] = await Promise.all([
      probe(urls, PROBES_PER_SECOND, load.seconds),
      writeEvents(postgres.url, questionIds, load),
    ]);
    const cores = coresUsed(cpuBefore, cpuOf(processes), load.seconds);
    const atEnd = await backlog(context.db, written, load, listeners, receiver);
    await wait(SETTLE_SECONDS * 1000);
    const result = {
      goal: 'event-load',
      ...load,
      idle,
      loaded,
      times_idle: Number((loaded.p99_ms / idle.p99_ms).toPrecision(3)),
      written_per_s: Math.round(written / load.seconds),
      at_the_end: atEnd,
      [`after_${SETTLE_SECONDS}_s`]: await backlog(context.db, written, load, listeners, receiver),
      cores_used: cores,
    };
    say(JSON.stringify(result, null, 2));
    saveResults({ outcomes: [result] }, 'event-load');
    return result.times_idle <= MAX_TIMES_IDLE && loaded.failed === 0;
  } finally {
    for (const started of [listeners, worker, api, receiver]) await started.stop();
    await context.db.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

const readCounts = async ({ origin }: Started) => (await (await fetch(`${origin}/count`)).json()) as Counted;

/** Counts the events that have arrived, and those still in the outbox, in deliveries and in streams. */
async function backlog(db: pg.Pool, written: number, load: EventLoad, listeners: Started, receiver: Started) {
  const { events, connections } = await readCounts(listeners);
  const taken = Number(await (await fetch(`${receiver.origin}/count`)).text());
  const { rows } = await db.query<{ relay_lag: string; lag_s: number; pending: string; disabled: string }>(
    `select (select count(*) from events, webhook_relay
              where (events.transaction_id, events.sequence) > ((cursor->>'transaction_id')::xid8, (cursor->>'sequence')::bigint)) as relay_lag,
            (select coalesce(extract(epoch from now() - min(occurred_at)), 0)::float8 from events, webhook_relay
              where (events.transaction_id, events.sequence) > ((cursor->>'transaction_id')::xid8, (cursor->>'sequence')::bigint)) as lag_s,
            (select count(*) from webhook_deliveries where next_attempt_at is not null) as pending,
            (select count(*) from webhooks where disabled_at is not null) as disabled`,
  );
  const [row] = rows;
  return {
    to_streams_per_s: Math.round(events / load.seconds),
    events_each_stream_lacks: Math.round(written - events / Math.max(1, load.streams)),
    streams_cut_off: connections - load.streams,
    to_webhooks_per_s: Math.round(taken / load.seconds),
    events_not_yet_relayed: Number(row?.relay_lag),
    relay_lag_s: Number((row?.lag_s ?? 0).toPrecision(3)),
    messages_waiting: Number(row?.pending),
    webhooks_disabled: Number(row?.disabled),
  };
}

type Pids = Record<string, number>;

const cpuOf = (pids: Pids) => Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, treeMicros(pid)]));

/**
 * The number of processors that each process uses. `bench` is the writer and the probe; its child processes are
 * subtracted.
 */
function coresUsed(before: Pids, after: Pids, seconds: number): Pids {
  const used = Object.fromEntries(
    Object.keys(before).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / 1e6 / seconds]),
  );
  const others = Object.entries(used).filter(([name]) => !['bench', 'postgres'].includes(name));
  used['bench'] = (used['bench'] ?? 0) - others.reduce((sum, [, cores]) => sum + cores, 0);
  return Object.fromEntries(Object.entries(used).map(([name, cores]) => [name, Number(cores.toFixed(2))]));
}

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../config/version.ts';
import { OUTCOMES, type Outcome } from '../domain/imports/import.ts';
import type { Database } from '../store/database/database.ts';
import { Sampler } from './sampler.ts';

/** The role of a process: `start` is an api and a worker in one, a task ends by itself. */
export type Role = 'api' | 'worker' | 'start' | 'task';

/** `retried`: it failed and will be sent again. `failed`: it failed for good. */
const ATTEMPT_OUTCOMES = ['succeeded', 'retried', 'failed'] as const;
type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** The metrics as text: of this process, or of all processes of one API. */
export type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

export interface Metrics {
  registry: Registry;
  /** The content of `/metrics`. */
  shown: MetricsText;
  /** Counts a run that has ended; the state is as in the API. */
  analysisEnded(type: string, state: 'succeeded' | 'failed' | 'canceled'): void;
  /** Counts import items with this outcome. */
  rowsImported(outcome: Outcome, count: number): void;
  /** Counts a message that was sent to a webhook, or could not be sent. */
  webhookAttempted(outcome: AttemptOutcome): void;
  /** Exports the number of waiting requests in a queue. */
  showLine(line: string, countWaiting: () => number): void;
}

/** Only measured on scrapes. */
const DATABASE_UP = { everyMs: 2000, waitMs: 1000 };

/** Metrics of any process: Node.js, the running versions, the database as seen by this process. */
export function createMetrics(db: Database, role: Role): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'quaestor_build_info',
    help: '1, with the versions that run and the role of the process as labels',
    labelNames: ['version', 'node', 'role'],
    registers,
  }).set({ version: VERSION, node: process.version, role }, 1);
  const ended = new Counter({
    name: 'quaestor_analyses_ended_total',
    help: 'Analyses that this process ended, by type and state',
    labelNames: ['type', 'state'],
    registers,
  });
  const imported = new Counter({
    name: 'quaestor_imported_rows_total',
    help: 'Items of imported files that this process has written or skipped, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) imported.inc({ outcome }, 0); // present before the first import
  const attempted = new Counter({
    name: 'quaestor_webhook_attempts_total',
    help: 'Messages that this process sent to webhooks, by outcome: succeeded, retried later, or failed for good',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ATTEMPT_OUTCOMES) attempted.inc({ outcome }, 0);
  const lines = new Map<string, () => number>();
  new Gauge({
    name: 'quaestor_http_requests_waiting',
    help: 'Requests that wait for their turn (light, heavy) or to search (quick_search, slow_search)',
    labelNames: ['line'],
    registers,
    collect() {
      for (const [line, countWaiting] of lines) this.set({ line }, countWaiting());
    },
  });
  measureDatabase(db, registers);
  return {
    registry,
    shown: registry,
    analysisEnded: (type, state) => ended.inc({ type, state }),
    rowsImported: (outcome, count) => imported.inc({ outcome }, count),
    webhookAttempted: (outcome) => attempted.inc({ outcome }),
    showLine: (line, countWaiting) => lines.set(line, countWaiting),
  };
}

function measureDatabase(db: Database, registers: Registry[]): void {
  // Uses the connection for tokens: a pool whose connections are all in use would look like an unavailable database.
  const up = new Sampler(() => db.access.query({ name: 'database_up', text: 'select 1' }), DATABASE_UP);
  new Gauge({
    name: 'quaestor_database_up',
    help: '1 if the database responds to this process within a second',
    registers,
    async collect() {
      this.set((await up.read()) === undefined ? 0 : 1);
    },
  });
  new Gauge({
    name: 'quaestor_database_connections',
    help: 'Connections of this process to PostgreSQL',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const pool of ['reads', 'writes'] as const) {
        this.set({ pool, state: 'open' }, db[pool].totalCount);
        this.set({ pool, state: 'idle' }, db[pool].idleCount);
        this.set({ pool, state: 'waiting' }, db[pool].waitingCount);
      }
    },
  });
  const { replica } = db;
  if (replica === undefined) return;
  new Gauge({
    name: 'quaestor_database_replica_usable',
    help: '1 while lists are read from the replica, 0 while they are read from the primary',
    registers,
    collect() {
      this.set(replica.state.usable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'quaestor_database_replica_lag_seconds',
    help: 'How far the replica was behind at the last check',
    registers,
    collect() {
      this.set(replica.state.lagMs / 1000);
    },
  });
}

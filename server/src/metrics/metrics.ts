import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { API_VERSION } from '../config/version.ts';
import { OUTCOMES, type Outcome } from '../domain/imports/import.ts';
import type { Database } from '../store/database/database.ts';
import { Sampler } from './sampler.ts';

/** What a process is: `start` is an api and a worker in one, a task ends by itself. */
export type Role = 'api' | 'worker' | 'start' | 'task';

/** `retried`: it failed and is sent again later. `failed`: it is not. */
const ATTEMPT_OUTCOMES = ['succeeded', 'retried', 'failed'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** The text of metrics: of this process, or of all processes of one API. */
export type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

export interface Metrics {
  registry: Registry;
  /** What `/metrics` shows. */
  shown: MetricsText;
  /** A run has ended for good; the state is as in the API. */
  analysisEnded(type: string, state: 'succeeded' | 'failed' | 'canceled'): void;
  /** This many items of imports had the outcome. */
  rowsImported(outcome: Outcome, count: number): void;
  /** A message was sent to a webhook, or could not be. */
  webhookAttempted(outcome: AttemptOutcome): void;
  /** Shows how many requests stand in a line. */
  showLine(line: string, countWaiting: () => number): void;
}

/** Asked for by each scrape, and by nothing else. */
const DATABASE_UP = { everyMs: 2000, waitMs: 1000 };

/** Metrics of a process, whatever it does: Node.js, the versions that run, the database as this process meets it. */
export function createMetrics(db: Database, role: Role): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'quaestor_build_info',
    help: '1, with the versions that run and the role of the process as labels',
    labelNames: ['version', 'node', 'role'],
    registers,
  }).set({ version: API_VERSION, node: process.version, role }, 1);
  const ended = new Counter({
    name: 'quaestor_analyses_ended_total',
    help: 'Analyses that this process ended, by type and state',
    labelNames: ['type', 'state'],
    registers,
  });
  const imported = new Counter({
    name: 'quaestor_imported_rows_total',
    help: 'Items of imported files that this process has written or left out, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) imported.inc({ outcome }, 0); // there before the first import
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
    help: 'Requests that wait for their turn (light, heavy) or for a place among searches (quick_search, slow_search)',
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
  // On the line for tokens: a pool whose connections are all in use would look like a database that is away.
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
    help: 'How far the replica was behind when it was last looked at',
    registers,
    collect() {
      this.set(replica.state.lagMs / 1000);
    },
  });
}

import type { Socket } from 'node:net';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectionOptions } from '../database/connection.ts';
import type { Executor } from '../database/executor.ts';
import { MIGRATIONS } from '../database/migration-files.ts';
import { BEFORE_BASELINE } from '../database/migrations.ts';
import {
  type AppliedMigration,
  BackupError,
  type BankSource,
  LANES,
  quoteName,
  type SequenceState,
} from './bank-source.ts';
import { copyStatement, JOB_PART, listTables } from './copied-tables.ts';

/** The largest table of a bank of ten million is copied in a quarter of an hour. */
const COPY_LIMITS = { applicationName: 'quaestor backup', statementTimeoutMs: 6 * 3_600_000, lockTimeoutMs: 60_000 };

const CLOSE_TIMEOUT_MS = 2000;

interface QueueTables {
  schema: string;
  /** Selects name, data, priority and owner of the unfinished jobs. */
  unfinishedJobs: string;
}

export interface LiveBank extends BankSource {
  takenAt: Date;
  serverVersion: string;
}

/** The current bank of a database, read on all lanes in one snapshot, unaffected by concurrent writes. */
export async function withLiveBank<Result>(
  url: string,
  queue: QueueTables,
  task: (bank: LiveBank) => Promise<Result>,
): Promise<Result> {
  const lanes = await connectLanes(url, COPY_LIMITS);
  try {
    return await task(await openSnapshot(lanes, queue));
  } finally {
    await endLanes(lanes);
  }
}

/** A lane that failed in the middle of a copy may never close by itself, so its connection is cut. */
export async function endLanes(lanes: readonly pg.Client[]): Promise<void> {
  await Promise.all(
    lanes.map(async (lane) => {
      const { stream } = (lane as unknown as { connection: { stream: Socket } }).connection;
      const late = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS);
      await lane.end().catch(() => {});
      clearTimeout(late);
    }),
  );
}

/**
 * Without the driver's own time limit, which never fires for the streams of COPY: PostgreSQL's applies, and TCP's for a
 * silent server.
 */
export async function connectLanes(url: string, limits: typeof COPY_LIMITS): Promise<pg.Client[]> {
  const endless = { query_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const lanes = Array.from({ length: LANES }, () => new pg.Client({ ...connectionOptions(url, limits), ...endless }));
  try {
    for (const lane of lanes) {
      lane.on('error', () => {}); // the running statement fails by itself
      await lane.connect();
      await lane.query(TEXT_FORM);
    }
  } catch (error) {
    await endLanes(lanes);
    throw error;
  }
  return lanes;
}

/** The text form of a value must not depend on the configuration of a server. */
const TEXT_FORM = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1`;

async function openSnapshot(lanes: readonly pg.Client[], queue: QueueTables): Promise<LiveBank> {
  const [first, ...others] = lanes;
  if (first === undefined) throw new Error('no lane is open');
  await requireKnownSchema(first, queue);
  const locked = await listTables(first);
  await first.query('begin isolation level repeatable read read only');
  // Locked before the snapshot is taken: a migration in between would change a table without the snapshot showing it.
  await first.query(`lock table ${locked.map(({ table }) => quoteName(table)).join(', ')} in access share mode`);
  const { rows } = await first.query<{ snapshot: string; taken_at: Date; version: string }>(
    `select pg_export_snapshot() as snapshot, now() as taken_at, current_setting('server_version') as version`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL exported no snapshot');
  for (const lane of others) {
    await lane.query('begin isolation level repeatable read read only');
    await lane.query(`set transaction snapshot '${row.snapshot}'`);
  }
  return {
    takenAt: row.taken_at,
    serverVersion: row.version,
    migrations: await requireKnownSchema(first, queue),
    sequences: await listSequences(first),
    parts: [...(await listTables(first)), JOB_PART],
    open: async (part, lane) => {
      const client = lanes[lane];
      if (client === undefined) throw new Error(`lane ${lane} is not open`);
      const text = client.query(copyTo(copyStatement(part, queue.unfinishedJobs), { highWaterMark: 1 << 20 }));
      return {
        text,
        countRows: async () => {
          await client.query('select'); // after the end of the copy, which has reported the number by then
          return text.rowCount;
        },
      };
    },
  };
}

/** Columns have a known meaning only in a schema that this release knows. */
async function requireKnownSchema(client: pg.Client, { schema }: QueueTables): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ complete: boolean }>(
    `select to_regclass('schema_migrations') is not null and to_regclass($1) is not null as complete`,
    [`${schema}.job`],
  );
  if (found[0]?.complete !== true) throw new BackupError('This database has no complete bank. Migrate it first.');
  const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migrations order by id');
  requireKnownMigrations(rows, 'This database was migrated by', 'Use the commands of that release.');
  return rows;
}

export function requireKnownMigrations(applied: readonly AppliedMigration[], what: string, advice: string): void {
  const known = new Set([...MIGRATIONS.map(({ name }) => name), ...BEFORE_BASELINE]);
  const foreign = applied.find(({ name }) => !known.has(name));
  if (foreign !== undefined) throw new BackupError(`${what} a newer release, with ${foreign.name}. ${advice}`);
}

/** Read outside the snapshot, so at least as far as what it shows. */
async function listSequences(client: Executor): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>({
    text: `select relname as name from pg_class
            where relnamespace = 'public'::regnamespace and relkind = 'S' and relname <> 'schema_migrations_id_seq' order by relname`,
  });
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await client.query<Omit<SequenceState, 'name'>>({
      text: `select last_value::text, is_called from ${quoteName(name)}`,
    });
    if (state.rows[0] !== undefined) states.push({ name, ...state.rows[0] });
  }
  return states;
}

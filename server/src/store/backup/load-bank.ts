import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { beginRestoredEpoch } from '../event-epochs.ts';
import { BackupError, type BankSource, inLanes, largestFirst, type Part, quoteName } from './bank-source.ts';
import { JOB_PART, listTables } from './copied-tables.ts';
import { connectLanes, endLanes } from './live-bank.ts';

/** Building an index for ten million questions takes minutes. */
const LOAD_LIMITS = { applicationName: 'quaestor restore', statementTimeoutMs: 6 * 3_600_000, lockTimeoutMs: 60_000 };
/** Memory for sorting an index, on each lane. PostgreSQL allocates it only while it builds one. */
const BUILD_SETTINGS = `set maintenance_work_mem = '256MB'; set synchronous_commit = off; set jit = off`;

/**
 * Fills the tables that migrating has just created. Rows are loaded without indexes, keys and triggers, frozen, and
 * each index is then built once over all rows. Returns the number of rows.
 */
export async function loadBank(url: string, bank: BankSource): Promise<number> {
  const lanes = await connectLanes(url, LOAD_LIMITS);
  const [first] = lanes;
  if (first === undefined) throw new Error('no lane is open');
  const laneOf = (lane: number) => lanes[lane] ?? first;
  try {
    for (const lane of lanes) await lane.query(BUILD_SETTINGS);
    await requireSameColumns(first, bank.parts);
    const dropped = await dropIndexesAndConstraints(first);
    let rows = 0;
    await inLanes(largestFirst(bank.parts), async (part, lane) => {
      const loaded = await loadPart(bank, part, lane, laneOf(lane));
      rows += loaded;
    });
    await inLanes(dropped.indexes, async ({ text }, lane) => void (await laneOf(lane).query(text)));
    for (const { text } of dropped.constraints) await first.query(text);
    for (const { table } of bank.parts) await first.query(`alter table ${quoteName(table)} enable trigger user`);
    for (const { name, last_value, is_called } of bank.sequences)
      await first.query('select setval($1::regclass, $2, $3)', [quoteName(name), last_value, is_called]);
    if (bank.parts.some(({ table }) => table === 'event_epochs')) await beginRestoredEpoch(first);
    await inLanes(
      bank.parts,
      async ({ table }, lane) => void (await laneOf(lane).query(`analyze ${quoteName(table)}`)),
    );
    return rows;
  } finally {
    await endLanes(lanes);
  }
}

/** Tables and columns that a backup names become text of statements, so only existing ones are accepted. */
async function requireSameColumns(client: pg.Client, parts: readonly Part[]): Promise<void> {
  const nameOf = ({ table, columns }: Part) => `${table} (${[...columns].sort().join(', ')})`;
  const existing = new Set(
    [...(await listTables(client)).filter(({ table }) => table !== JOB_PART.table), JOB_PART].map(nameOf),
  );
  const given = new Set(parts.map(nameOf));
  const odd = [...given].find((part) => !existing.has(part)) ?? [...existing].find((part) => !given.has(part));
  if (odd !== undefined || given.size !== parts.length)
    throw new BackupError(`The backup does not have the tables that its migrations make: ${odd ?? 'one is repeated'}.`);
}

/**
 * Removes what migrations have put into the table, so that rows can be stored as frozen and no vacuum rewrites them.
 */
async function loadPart(bank: BankSource, part: Part, lane: number, client: pg.Client): Promise<number> {
  const table = quoteName(part.table);
  await client.query(`begin; truncate ${table}`);
  const { text, countRows } = await bank.open(part, lane);
  const columns = part.columns.map(quoteName).join(', ');
  const rows = client.query(
    copyFrom(`copy ${table} (${columns}) from stdin with (freeze)`, { highWaterMark: 1 << 20 }),
  );
  await pipeline(text, rows);
  const expected = await countRows();
  if (rows.rowCount !== expected)
    throw new BackupError(`${part.table} has ${expected} rows in the backup, and ${rows.rowCount} arrived.`);
  await client.query('commit');
  return rows.rowCount;
}

interface Dropped {
  indexes: readonly { text: string }[];
  /** Primary keys come first, because foreign keys need them. */
  constraints: readonly { text: string }[];
}

/**
 * Drops indexes, keys and foreign keys of the bank and disables its triggers. Returns the statements that restore them.
 */
async function dropIndexesAndConstraints(client: pg.Client): Promise<Dropped> {
  const inBank = `relnamespace = 'public'::regnamespace and relname <> all (array['schema_migrations', 'restore_unfinished', '${JOB_PART.table}'])`;
  const indexes = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
       from pg_index join pg_class on pg_class.oid = indrelid
      where ${inBank} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      order by (select amname <> 'gin' from pg_am join pg_class i on i.relam = pg_am.oid where i.oid = indexrelid), indexrelid`,
  );
  const constraints = await client.query<{ table: string; name: string; text: string; foreign: boolean }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, contype = 'f' as foreign,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as text
       from pg_constraint join pg_class on pg_class.oid = conrelid
      where ${inBank} and contype in ('p', 'u', 'x', 'f')
      order by contype = 'f', conname`,
  );
  await client.query('begin');
  for (const { table, name } of constraints.rows.toReversed())
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  for (const { table } of await listTables(client))
    await client.query(`alter table ${quoteName(table)} disable trigger user`);
  await client.query('commit');
  return { indexes: indexes.rows, constraints: constraints.rows };
}

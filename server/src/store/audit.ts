import type { AuditEntry } from '../domain/audit.ts';
import type { Executor } from './database/database.ts';
import { deleteBatchBefore } from './database/delete-batch.ts';
import type { KeysetPage, KeysetRows } from './database/owned-rows.ts';

export async function appendAudit(db: Executor, entry: AuditEntry): Promise<void> {
  await appendAuditEntries(db, [entry]);
}

export async function appendAuditEntries(db: Executor, entries: readonly AuditEntry[]): Promise<void> {
  await db.query({
    name: 'append_audit',
    text: `insert into audit_log (occurred_at, action, actor, target, address, request_id, details)
           select occurred_at, action, actor, target, address, request_id, details
             from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
                  with ordinality as given (occurred_at, action, actor, target, address, request_id, details, place)
            order by place`,
    values: [
      entries.map((entry) => entry.occurred_at),
      entries.map((entry) => entry.action),
      entries.map((entry) => entry.actor),
      entries.map((entry) => entry.target),
      entries.map((entry) => entry.address),
      entries.map((entry) => entry.request_id),
      entries.map((entry) => JSON.stringify(entry.details)),
    ],
  });
}

interface AuditFilter {
  action?: string | undefined;
  actor?: string | undefined;
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

type StoredAuditEntry = AuditEntry & { sequence: string };

const COUNT_LIMIT = 5000;
const MATCHES = `($1::text is null or action = $1) and ($2::text is null or actor = $2)
  and ($3::timestamptz is null or occurred_at > $3) and ($4::timestamptz is null or occurred_at < $4)`;

/** Newest first. The log keeps growing, so entries are only counted up to a bound. */
export async function listAudit(
  db: Executor,
  { action, actor, created_after, created_before }: AuditFilter,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<StoredAuditEntry>> {
  const filter = [action ?? null, actor ?? null, created_after ?? null, created_before ?? null];
  const { rows } = await db.query<StoredAuditEntry>({
    text: `select sequence, occurred_at, action, actor, target, address, request_id, details
             from audit_log
            where ${MATCHES} and ($7::bigint is null or sequence < $7)
            order by sequence desc limit $5 offset $6`,
    values: [...filter, limit, offset, after ?? null],
  });
  const counted = await db.query<{ found: string }>({
    text: `select count(*) as found from (select from audit_log where ${MATCHES} limit ${COUNT_LIMIT + 1}) matching`,
    values: filter,
  });
  const found = Number(counted.rows[0]?.found ?? 0);
  return { rows, total: found > COUNT_LIMIT ? { total: null, total_at_least: COUNT_LIMIT } : { total: found } };
}

/** The only way to remove entries, and only expired ones; `tx` must be a transaction. */
export async function deleteAuditBefore(tx: Executor, before: Date, limit: number): Promise<number> {
  await tx.query({ text: `select set_config('quaestor.prune_audit_log', 'on', true)` });
  return deleteBatchBefore(tx, { table: 'audit_log', time: 'occurred_at' }, before, limit);
}

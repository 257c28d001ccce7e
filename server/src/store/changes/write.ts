import type { ChangeKind, ChangeMember } from '../../domain/changes/change.ts';
import type { Executor } from '../database/database.ts';

/**
 * Appends changes from `source`, a selection of these columns. It is the only place where a single statement appends a
 * whole change.
 */
export const appendChange = (source: string) =>
  `insert into changes (id, kind, actor, count, question_ids, versions) ${source}`;

interface NewChange {
  id: string;
  kind: ChangeKind;
  actor: string;
  reverts?: string | undefined;
}

/** A change of one transaction with all its members, at most `MAX_CHUNK_MEMBERS`. */
export async function insertChange(
  tx: Executor,
  { id, kind, actor }: NewChange,
  members: readonly ChangeMember[],
): Promise<void> {
  await tx.query({
    name: 'insert_change',
    text: appendChange('values ($1, $2, $3, cardinality($5::integer[]), $4::uuid[], $5)'),
    values: [id, kind, actor, members.map((member) => member.id), members.map(({ version }) => version)],
  });
}

/** Begins a change whose members come in chunks. It has no effect if the change has begun. */
export async function startChange(tx: Executor, { id, kind, actor, reverts }: NewChange): Promise<void> {
  await tx.query({
    name: 'start_change',
    text: `insert into changes (id, kind, actor, reverts, count) values ($1, $2, $3, $4, 0) on conflict do nothing`,
    values: [id, kind, actor, reverts ?? null],
  });
}

export interface Conflict {
  question_id: string;
  reason: string;
  /** The fields that prevent the change. */
  fields: readonly string[];
  /** The change that made the current version of the question. Earlier releases did not store it. */
  changed_by?: string | null;
}

/**
 * Appends what a transaction has written, after the chunks of others: at most `MAX_CHUNK_MEMBERS`. The caller holds the
 * lock of the job, so that no two take the same number.
 */
export async function appendChunk(
  tx: Executor,
  changeId: string,
  members: readonly ChangeMember[],
  conflicts: readonly Conflict[] = [],
): Promise<void> {
  if (members.length === 0 && conflicts.length === 0) return;
  await tx.query({
    name: 'append_change_chunk',
    text: `
      with chunk as (
        insert into change_chunks (change_id, number, question_ids, versions, conflicts)
        select $1, coalesce(max(number), 0) + 1, $2, $3, $4 from change_chunks where change_id = $1)
      update changes
         set count = count + cardinality($3::integer[]), conflict_count = nullif(coalesce(conflict_count, 0) + $5::integer, 0)
       where id = $1`,
    values: [
      changeId,
      members.map(({ id }) => id),
      members.map(({ version }) => version),
      conflicts.length === 0 ? null : JSON.stringify(conflicts),
      conflicts.length,
    ],
  });
}

/**
 * Records how the job ended, because the record of the job itself is deleted later. Call it in the transaction that
 * ends the job.
 */
export async function endChange(tx: Executor, id: string, status: string): Promise<void> {
  await tx.query({ name: 'end_change', text: 'update changes set status = $2 where id = $1', values: [id, status] });
}

import { AppError } from '../../errors.ts';
import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';
import { fromTemplate, type ReplyTemplate, toTemplate } from './reply-template.ts';

export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** True if no other transaction is working under this key; the lock ends with the transaction. */
export async function claimIdempotencyKey(tx: Executor, scope: Buffer): Promise<boolean> {
  const { rows } = await tx.query<{ claimed: boolean }>({
    name: 'claim_idempotency_key',
    text: 'select pg_try_advisory_xact_lock($1::bigint) as claimed',
    values: [scope.readBigInt64BE(0)],
  });
  return rows[0]?.claimed === true;
}

type StoredRow = StoredReply & { fingerprint: Buffer } & (ReplyTemplate | { template: null });

export async function findIdempotencyReply(
  tx: Executor,
  scope: Buffer,
  notBefore: Date,
): Promise<(StoredReply & { fingerprint: Buffer }) | undefined> {
  const { rows } = await tx.query<StoredRow>({
    name: 'find_idempotency_reply',
    text: `select fingerprint, status, headers, body, template, question_ids, versions
             from idempotency_keys where scope = $1 and created_at >= $2`,
    values: [scope, notBefore],
  });
  const [row] = rows;
  if (row === undefined || row.template === null) return row;
  const body = await fromTemplate(tx, row);
  if (body !== undefined) return { ...row, body };
  throw new AppError('question_not_found', { detail: 'A question in the stored response has since been purged.' });
}

/** Longer replies are stored without their questions: 1,000 questions of 1 KB then take 20 KB instead of a megabyte. */
const MAX_WHOLE_LENGTH = 16 * 1024;

/** A key that is older than a day may be reused: its row is overwritten. Returns the number of bytes stored. */
export async function insertIdempotencyReply(
  tx: Executor,
  scope: Buffer,
  fingerprint: Buffer,
  reply: StoredReply,
  now: Date,
): Promise<number> {
  const short = reply.body.length > MAX_WHOLE_LENGTH ? await toTemplate(tx, reply.body) : undefined;
  const { rows } = await tx.query<{ bytes: number }>({
    name: 'insert_idempotency_reply',
    text: `insert into idempotency_keys (scope, fingerprint, created_at, status, headers, body, template, question_ids, versions)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
               on conflict (scope) do update
              set fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = excluded.status, headers = excluded.headers,
                  body = excluded.body, template = excluded.template, question_ids = excluded.question_ids, versions = excluded.versions
           returning octet_length(body) + coalesce(octet_length(template), 0) + 20 * coalesce(cardinality(versions), 0) as bytes`,
    values: [
      scope,
      fingerprint,
      now,
      reply.status,
      JSON.stringify(reply.headers),
      short === undefined ? reply.body : '',
      short?.template ?? null,
      short?.question_ids ?? null,
      short?.versions ?? null,
    ],
  });
  return rows[0]?.bytes ?? 0;
}

export function deleteIdempotencyKeysBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'idempotency_keys', time: 'created_at' }, before, limit);
}

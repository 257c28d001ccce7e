import type { Executor } from './database.ts';
import { deleteBatchBefore } from './delete-batch.ts';

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** True when no other transaction is working under this key; the lock ends with the transaction. */
export async function claimIdempotencyKey(tx: Executor, scope: Buffer): Promise<boolean> {
  const { rows } = await tx.query<{ claimed: boolean }>({
    name: 'claim_idempotency_key',
    text: 'select pg_try_advisory_xact_lock($1::bigint) as claimed',
    values: [scope.readBigInt64BE(0)],
  });
  return rows[0]?.claimed === true;
}

export async function findIdempotencyAnswer(
  tx: Executor,
  scope: Buffer,
  notBefore: Date,
): Promise<(StoredAnswer & { fingerprint: Buffer }) | undefined> {
  const { rows } = await tx.query<StoredAnswer & { fingerprint: Buffer }>({
    name: 'find_idempotency_answer',
    text: 'select fingerprint, status, headers, body from idempotency_keys where scope = $1 and created_at >= $2',
    values: [scope, notBefore],
  });
  return rows[0];
}

/** A key past its day may be used anew: its row is written over. */
export async function insertIdempotencyAnswer(
  tx: Executor,
  scope: Buffer,
  fingerprint: Buffer,
  answer: StoredAnswer,
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'insert_idempotency_answer',
    text: `insert into idempotency_keys (scope, fingerprint, created_at, status, headers, body)
           values ($1, $2, $3, $4, $5, $6)
               on conflict (scope) do update
              set fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = excluded.status,
                  headers = excluded.headers, body = excluded.body`,
    values: [scope, fingerprint, now, answer.status, JSON.stringify(answer.headers), answer.body],
  });
}

export function deleteIdempotencyKeysBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'idempotency_keys', time: 'created_at' }, before, limit);
}

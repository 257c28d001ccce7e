import type { Scope } from '../../domain/tokens/scope.ts';
import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';

interface AccessToken {
  client_id: string;
  scopes: Scope[];
  issued_at: Date;
  expires_at: Date;
}

/** A client that asks for a new token with every call keeps at most this many; those that expire first are deleted. */
export const MAX_ACCESS_TOKENS = 1000;

export async function insertAccessToken(db: Executor, digest: Buffer, token: AccessToken): Promise<void> {
  await db.query({
    name: 'insert_access_token',
    text: `with beyond as (
             delete from access_tokens
              where ctid = any(array(select ctid from access_tokens where client_id = $2
                                      order by expires_at desc offset ${MAX_ACCESS_TOKENS - 1} limit 100)))
           insert into access_tokens (digest, client_id, scopes, issued_at, expires_at) values ($1, $2, $3, $4, $5)`,
    values: [digest, token.client_id, token.scopes, token.issued_at, token.expires_at],
  });
}

export async function findAccessToken(db: Executor, digest: Buffer): Promise<AccessToken | undefined> {
  const { rows } = await db.query<AccessToken>({
    name: 'find_access_token',
    text: 'select client_id, scopes, issued_at, expires_at from access_tokens where digest = $1',
    values: [digest],
  });
  return rows[0];
}

export async function deleteAccessToken(db: Executor, digest: Buffer): Promise<void> {
  await db.query({ text: 'delete from access_tokens where digest = $1', values: [digest] });
}

export function deleteAccessTokensBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'access_tokens', time: 'expires_at' }, before, limit);
}

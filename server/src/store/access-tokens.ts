import type { Scope } from '../domain/scope.ts';
import type { Executor } from './database.ts';

export interface AccessToken {
  client_id: string;
  scopes: Scope[];
  issued_at: Date;
  expires_at: Date;
}

export async function insertAccessToken(db: Executor, digest: Buffer, token: AccessToken): Promise<void> {
  await db.query({
    name: 'insert_access_token',
    text: `insert into access_tokens (digest, client_id, scopes, issued_at, expires_at) values ($1, $2, $3, $4, $5)`,
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

export async function deleteAccessTokensBefore(db: Executor, before: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'delete from access_tokens where expires_at < $1', values: [before] });
  return rowCount ?? 0;
}

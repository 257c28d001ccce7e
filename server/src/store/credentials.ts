import type { Scope } from '../domain/scope.ts';
import type { Executor } from './database.ts';

/** What stands behind a token that is valid now. */
export interface Credential {
  kind: 'operator' | 'api_key' | 'oauth_client';
  /** Of the API key, or of the client that the access token was given to. */
  id: string;
  name: string;
  scopes: Scope[];
  expires_at: Date | null;
  last_used_at: Date | null;
}

/** One look for every kind of token, known or not, so that the time it takes says nothing. */
export async function findCredential(db: Executor, digest: Buffer, now: Date): Promise<Credential | undefined> {
  const { rows } = await db.query<Credential>({
    name: 'find_credential',
    text: `select kind, id, name, scopes, expires_at, last_used_at
             from tokens
            where (digest = $1 or (previous_digest = $1 and previous_until > $2))
              and revoked_at is null
              and (expires_at is null or expires_at > $2)
            union all
           select 'oauth_client', client.id, client.name, token.scopes, token.expires_at, client.last_used_at
             from access_tokens token
             join oauth_clients client on client.id = token.client_id
            where token.digest = $1 and token.expires_at > $2`,
    values: [digest, now],
  });
  return rows[0];
}

/** When a credential was last used, to the minute: many requests of many nodes make one write. */
export async function updateCredentialUse(db: Executor, credential: Credential, now: Date): Promise<void> {
  const table = credential.kind === 'oauth_client' ? 'oauth_clients' : 'tokens';
  await db.query({
    text: `update ${table} set last_used_at = $2
            where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    values: [credential.id, now],
  });
}

import type { Scope } from '../../domain/tokens/scope.ts';
import type { Executor } from '../database/database.ts';

/** The owner of a valid token. */
export interface Credential {
  kind: 'operator' | 'api_key' | 'oauth_client';
  /** The id of the API key, or of the client that the access token was issued to. */
  id: string;
  name: string;
  scopes: Scope[];
  expires_at: Date | null;
  last_used_at: Date | null;
}

/**
 * Returns credentials in the order of the digests, with one look-up for every kind of token, known or not, so that its
 * time reveals nothing.
 */
export async function findCredentials(
  db: Executor,
  digests: readonly Buffer[],
  now: Date,
): Promise<(Credential | undefined)[]> {
  const { rows } = await db.query<Credential & { place: number }>({
    name: 'find_credentials',
    text: `select place::integer, credential.*
             from unnest($1::bytea[]) with ordinality as asked (digest, place)
            cross join lateral (
                  select kind, id, name, scopes, expires_at, last_used_at
                    from tokens
                   where (tokens.digest = asked.digest or (previous_digest = asked.digest and previous_until > $2))
                     and revoked_at is null
                     and (expires_at is null or expires_at > $2)
                   union all
                  select 'oauth_client', client.id, client.name, token.scopes, token.expires_at, client.last_used_at
                    from access_tokens token
                    join oauth_clients client on client.id = token.client_id
                   where token.digest = asked.digest and token.expires_at > $2) credential`,
    values: [digests, now],
  });
  const found = new Map(rows.map(({ place, ...credential }) => [place, credential]));
  return digests.map((_, index) => found.get(index + 1));
}

/** Records when a credential was last used, to the minute, so that many requests of many nodes cause one write. */
export async function updateCredentialUse(db: Executor, credential: Credential, now: Date): Promise<void> {
  const table = credential.kind === 'oauth_client' ? 'oauth_clients' : 'tokens';
  await db.query({
    text: `update ${table} set last_used_at = $2
            where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
    values: [credential.id, now],
  });
}

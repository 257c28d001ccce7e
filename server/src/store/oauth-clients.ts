import { randomBytes } from 'node:crypto';
import type { Scope } from '../domain/scope.ts';
import type { Executor } from './database.ts';
import { type KeysetPage, type KeysetRows, listOwned } from './owned-rows.ts';

/** An OAuth client as its manager sees it: everything but the secret. */
export interface OauthClient {
  client_id: string;
  name: string;
  scopes: Scope[];
  created_by: string;
  created_at: Date;
  last_used_at: Date | null;
}

const COLUMNS = 'id as client_id, name, scopes, created_by, created_at, last_used_at';
const OWNED = 'id = $1 and ($2::text is null or created_by = $2)';

export type NewOauthClient = Omit<OauthClient, 'last_used_at'> & { digest: Buffer };

export async function insertOauthClient(tx: Executor, client: NewOauthClient): Promise<OauthClient> {
  const { rows } = await tx.query<OauthClient>({
    text: `insert into oauth_clients (id, name, scopes, created_by, created_at, digest)
           values ($1, $2, $3, $4, $5, $6)
           returning ${COLUMNS}`,
    values: [client.client_id, client.name, client.scopes, client.created_by, client.created_at, client.digest],
  });
  return rows[0] as OauthClient;
}

export function listOauthClients(
  db: Executor,
  owner: string | null,
  page: KeysetPage,
): Promise<KeysetRows<OauthClient>> {
  return listOwned<OauthClient>(db, { columns: COLUMNS, from: 'oauth_clients', where: 'true' }, owner, page);
}

export async function rotateOauthClientSecret(
  tx: Executor,
  id: string,
  owner: string | null,
  { digest, previousUntil }: { digest: Buffer; previousUntil: Date },
): Promise<OauthClient | undefined> {
  const { rows } = await tx.query<OauthClient>({
    text: `update oauth_clients
              set digest = $3, previous_digest = digest, previous_until = $4
            where ${OWNED}
           returning ${COLUMNS}`,
    values: [id, owner, digest, previousUntil],
  });
  return rows[0];
}

/** Its access tokens end with it. */
export async function deleteOauthClient(tx: Executor, id: string, owner: string | null): Promise<boolean> {
  const { rowCount } = await tx.query({ text: `delete from oauth_clients where ${OWNED}`, values: [id, owner] });
  return rowCount === 1;
}

/** What the token endpoint needs to know of a client: its scopes, and the digests of the secrets that are valid now. */
export interface ClientLogin {
  known: boolean;
  scopes: Scope[];
  digests: Buffer[];
}

const NOBODY = { scopes: ['questions:play'], digest: randomBytes(32) };

/**
 * An unknown client is taken for one whose secret nobody has, here already: whoever tries secrets is refused after the
 * same work, and time does not tell which clients there are (before, it did by 30 %: test/access/guessing.test.ts).
 */
export async function findClientLogin(db: Executor, id: string, now: Date): Promise<ClientLogin> {
  const { rows } = await db.query<ClientLogin>({
    name: 'find_client_login',
    text: `select client.id is not null as known,
                  coalesce(client.scopes, $3::text[]) as scopes,
                  array[coalesce(client.digest, $4::bytea), case when client.previous_until > $2 then client.previous_digest end] as digests
             from (select $1::uuid as id) asked
             left join oauth_clients client on client.id = asked.id`,
    values: [id, now, NOBODY.scopes, NOBODY.digest],
  });
  const { known, scopes, digests } = rows[0] as ClientLogin;
  return { known, scopes, digests: digests.filter((digest) => digest !== null) };
}

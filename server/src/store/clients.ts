import { randomBytes } from 'node:crypto';
import type { Scope } from '../domain/tokens/scope.ts';
import type { Executor } from './database/database.ts';
import { type KeysetPage, type KeysetRows, listOwned } from './database/owned-rows.ts';

/** An OAuth client as its manager sees it: everything but the secret. */
interface OauthClient {
  id: string;
  /** The same, by the name that OAuth gives it. */
  client_id: string;
  name: string;
  scopes: Scope[];
  created_by: string;
  created_at: Date;
  last_used_at: Date | null;
}

const COLUMNS = 'id, id as client_id, name, scopes, created_by, created_at, last_used_at';
const OWNED = 'id = $1 and ($2::text is null or created_by = $2)';

type NewOauthClient = Omit<OauthClient, 'client_id' | 'last_used_at'> & { digest: Buffer };

export async function insertOauthClient(tx: Executor, client: NewOauthClient): Promise<OauthClient> {
  const { rows } = await tx.query<OauthClient>({
    text: `insert into oauth_clients (id, name, scopes, created_by, created_at, digest)
           values ($1, $2, $3, $4, $5, $6)
           returning ${COLUMNS}`,
    values: [client.id, client.name, client.scopes, client.created_by, client.created_at, client.digest],
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

export async function findOauthClient(
  db: Executor,
  id: string,
  owner: string | null,
): Promise<OauthClient | undefined> {
  const { rows } = await db.query<OauthClient>({
    text: `select ${COLUMNS} from oauth_clients where ${OWNED}`,
    values: [id, owner],
  });
  return rows[0];
}

/** False if it does not exist. Until the transaction ends, nobody can store a credential in its name. */
export async function lockOauthClient(tx: Executor, id: string, owner: string | null): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `select from oauth_clients where ${OWNED} for update`,
    values: [id, owner],
  });
  return rowCount === 1;
}

/** Whether the client exists; if so, it cannot be deleted until the transaction ends. */
export async function holdOauthClient(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx.query({ text: 'select from oauth_clients where id = $1 for share', values: [id] });
  return rowCount === 1;
}

export async function findOauthClientMadeBy(tx: Executor, principal: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>({
    text: 'select id from oauth_clients where created_by = $1 order by id limit 1',
    values: [principal],
  });
  return rows[0]?.id;
}

/** The clients remain, but nobody knows their secrets any more, and their access tokens are deleted. */
export async function disableOauthClients(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx.query({
    text: `with ended as (delete from access_tokens where client_id = any($1))
           update oauth_clients set digest = $2, previous_digest = null, previous_until = null where id = any($1)`,
    values: [ids, randomBytes(32)],
  });
}

/** Its access tokens are deleted with it. */
export async function deleteOauthClient(tx: Executor, id: string): Promise<void> {
  await tx.query({ text: 'delete from oauth_clients where id = $1', values: [id] });
}

/** The scopes of a client and the digests of its valid secrets, for the token endpoint. */
interface ClientLogin {
  known: boolean;
  scopes: Scope[];
  digests: Buffer[];
}

const NOBODY = { scopes: ['questions:play'], digest: randomBytes(32) };

/**
 * An unknown client is treated like a client whose secret nobody has. A caller who tries secrets is rejected after the
 * same work, so the time does not reveal which clients exist (it used to differ by 30%: test/access/guessing.test.ts).
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

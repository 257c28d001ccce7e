import type { Scope } from '../../domain/tokens/scope.ts';
import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';
import { type KeysetPage, type KeysetRows, listOwned } from '../database/owned-rows.ts';

/** A token that belongs to neither a person nor a client, as its manager sees it: everything but the secret. */
export interface Token {
  id: string;
  kind: 'operator' | 'api_key';
  name: string;
  scopes: Scope[];
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
  version: number;
}

const COLUMNS = 'id, kind, name, scopes, created_by, created_at, expires_at, last_used_at, revoked_at, version';
const OWNED = 'id = $1 and ($2::text is null or created_by = $2)';

interface NewToken {
  id: string;
  kind: 'operator' | 'api_key';
  name: string;
  scopes: readonly Scope[];
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
  digest: Buffer;
}

export async function insertToken(tx: Executor, token: NewToken): Promise<Token> {
  const { rows } = await tx.query<Token>({
    text: `insert into tokens (id, kind, name, scopes, created_by, created_at, expires_at, lifetime, version, digest)
           values ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz - $6::timestamptz, 1, $8)
           returning ${COLUMNS}`,
    values: [
      token.id,
      token.kind,
      token.name,
      token.scopes,
      token.created_by,
      token.created_at,
      token.expires_at,
      token.digest,
    ],
  });
  return rows[0] as Token;
}

/** A null `owner` stands for everybody. */
export function listTokens(db: Executor, owner: string | null, page: KeysetPage): Promise<KeysetRows<Token>> {
  return listOwned<Token>(db, { columns: COLUMNS, from: 'tokens', where: 'true' }, owner, page);
}

export async function findToken(db: Executor, id: string, owner: string | null): Promise<Token | undefined> {
  const { rows } = await db.query<Token>({
    text: `select ${COLUMNS} from tokens where ${OWNED}`,
    values: [id, owner],
  });
  return rows[0];
}

/** The new secret is valid at once, the old one until `previousUntil`; the lifetime starts again. */
export async function rotateToken(
  tx: Executor,
  id: string,
  owner: string | null,
  { digest, now, previousUntil }: { digest: Buffer; now: Date; previousUntil: Date },
): Promise<Token | undefined> {
  const { rows } = await tx.query<Token>({
    text: `update tokens
              set digest = $3, previous_digest = digest, previous_until = $5, version = version + 1,
                  expires_at = $4::timestamptz + lifetime
            where ${OWNED} and kind = 'api_key' and revoked_at is null and expires_at > $4
           returning ${COLUMNS}`,
    values: [id, owner, digest, now, previousUntil],
  });
  return rows[0];
}

export async function revokeToken(
  tx: Executor,
  id: string,
  owner: string | null,
  now: Date,
): Promise<Token | undefined> {
  const { rows } = await tx.query<Token>({
    text: `update tokens set revoked_at = $3, version = version + 1
            where ${OWNED} and revoked_at is null
           returning ${COLUMNS}`,
    values: [id, owner, now],
  });
  return rows[0];
}

/** Lists up to `limit` valid keys that a principal has created. */
export async function revokeTokensMadeBy(tx: Executor, principal: string, now: Date, limit: number): Promise<Token[]> {
  const { rows } = await tx.query<Token>({
    text: `update tokens set revoked_at = $2, version = version + 1
            where id = any(array(select id from tokens
                                  where created_by = $1 and kind = 'api_key' and revoked_at is null and expires_at > $2
                                  order by id limit $3))
           returning ${COLUMNS}`,
    values: [principal, now, limit],
  });
  return rows;
}

/**
 * Keys that were revoked or have expired. A revoked token of the operator stays: without it, the next start would
 * accept the one of the configuration again.
 */
export function deleteTokensEndedBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(
    db,
    { table: 'tokens', time: 'least(revoked_at, expires_at)', only: `kind = 'api_key'` },
    before,
    limit,
  );
}

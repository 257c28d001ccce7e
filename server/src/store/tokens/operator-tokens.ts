import { SCOPES } from '../../domain/tokens/scope.ts';
import type { Executor } from '../database/database.ts';

/** The operator has at most two credentials: one that the first start made, and one from the configuration. */
const IDS = {
  generated: '00000000-0000-7000-8000-000000000001',
  configured: '00000000-0000-7000-8000-000000000002',
} as const;
export type OperatorToken = keyof typeof IDS;

const INSERT = `insert into tokens (id, kind, name, scopes, created_by, created_at, version, digest)
                values ($1, 'operator', $2, $3, 'operator', $4, 1, $5)`;
const values = (which: OperatorToken, digest: Buffer, now: Date) => [IDS[which], which, SCOPES, now, digest];

/** True if there was none: of several processes that start together, one creates it. */
export async function insertOperatorToken(
  tx: Executor,
  which: OperatorToken,
  digest: Buffer,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `${INSERT} on conflict (id) do nothing`,
    values: values(which, digest, now),
  });
  return rowCount === 1;
}

/** True if it differs from the previous one, which no longer works. */
export async function replaceOperatorToken(
  tx: Executor,
  which: OperatorToken,
  digest: Buffer,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `${INSERT}
               on conflict (id) do update
              set digest = excluded.digest, scopes = excluded.scopes, created_at = excluded.created_at, version = tokens.version + 1
            where tokens.digest <> excluded.digest or tokens.scopes <> excluded.scopes`,
    values: values(which, digest, now),
  });
  return rowCount === 1;
}

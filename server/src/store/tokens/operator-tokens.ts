import { SCOPES } from '../../domain/tokens/scope.ts';
import type { Executor } from '../database/database.ts';

/** The operator has at most two credentials: one created at the first start, and one from the configuration. */
const IDS = {
  generated: '00000000-0000-7000-8000-000000000001',
  configured: '00000000-0000-7000-8000-000000000002',
} as const;
export type OperatorToken = keyof typeof IDS;

const COLUMNS = 'id, kind, name, scopes, created_by, created_at, version, digest';
const VALUES = `$1::uuid, 'operator', $2, $3::text[], 'operator', $4::timestamptz, 1, $5::bytea`;
const values = (which: OperatorToken, digest: Buffer, now: Date) => [IDS[which], which, SCOPES, now, digest];

/**
 * True if it was created. Only the first start of an empty bank does so: if several processes start together, one of
 * them creates it, and a bank that is in use has other credentials.
 */
export async function insertFirstOperatorToken(
  tx: Executor,
  which: OperatorToken,
  digest: Buffer,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `insert into tokens (${COLUMNS})
           select ${VALUES}
            where not exists (select from tokens) and not exists (select from people)
              and not exists (select from questions)
           on conflict (id) do nothing`,
    values: values(which, digest, now),
  });
  return rowCount === 1;
}

/** True if it differs from the previous one, which then stops working. A token that was revoked stays revoked. */
export async function replaceOperatorToken(
  tx: Executor,
  which: OperatorToken,
  digest: Buffer,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `insert into tokens (${COLUMNS}) values (${VALUES})
               on conflict (id) do update
              set digest = excluded.digest, scopes = excluded.scopes, created_at = excluded.created_at,
                  revoked_at = case when tokens.digest = excluded.digest then tokens.revoked_at end, version = tokens.version + 1
            where tokens.digest <> excluded.digest or tokens.scopes <> excluded.scopes`,
    values: values(which, digest, now),
  });
  return rowCount === 1;
}

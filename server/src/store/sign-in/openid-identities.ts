import type { Executor } from '../database/database.ts';

interface OpenidName {
  issuer: string;
  subject: string;
}

/** The person of an account at a provider; records that it was used. */
export async function claimOpenidIdentity(
  tx: Executor,
  { issuer, subject }: OpenidName,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ person_id: string }>({
    text: 'update openid_identities set last_used_at = $3 where issuer = $1 and subject = $2 returning person_id',
    values: [issuer, subject, now],
  });
  return rows[0]?.person_id;
}

/** False if the person has another account at this provider: an address may pass to somebody else. */
export async function insertOpenidIdentity(
  tx: Executor,
  { issuer, subject }: OpenidName,
  personId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `insert into openid_identities (issuer, subject, person_id, created_at, last_used_at) values ($1, $2, $3, $4, $4)
           on conflict do nothing`,
    values: [issuer, subject, personId, now],
  });
  return rowCount === 1;
}

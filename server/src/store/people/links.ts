import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';

interface SignInLink {
  person_id: string;
  digest: Buffer;
  created_by: string;
  created_at: Date;
  expires_at: Date;
}

/** Replaces the previous link, which then stops working. */
export async function insertLink(tx: Executor, link: SignInLink): Promise<void> {
  await tx.query({
    text: `insert into sign_in_links (person_id, digest, created_by, created_at, expires_at) values ($1, $2, $3, $4, $5)
               on conflict (person_id) do update
              set digest = excluded.digest, created_by = excluded.created_by, created_at = excluded.created_at,
                  expires_at = excluded.expires_at`,
    values: [link.person_id, link.digest, link.created_by, link.created_at, link.expires_at],
  });
}

/** Uses up the link: if several callers send it at once, only one of them signs in. */
export async function claimLink(tx: Executor, digest: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ person_id: string }>({
    name: 'claim_link',
    text: 'delete from sign_in_links where digest = $1 and expires_at > $2 returning person_id',
    values: [digest, now],
  });
  return rows[0]?.person_id;
}

export function deleteLinksBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'sign_in_links', time: 'expires_at' }, before, limit);
}

import type { Executor } from '../database/database.ts';

/** Locks the person until the transaction ends, so that they are not removed and get no new credentials. */
export async function holdPerson(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'select from people where id = $1 and removed_at is null for no key update',
    values: [id],
  });
  return rowCount === 1;
}

interface AddressedPerson {
  id: string;
  /** Whether the person was invited by this address. */
  email_invited: boolean;
}

/** Case does not matter. */
export async function findPersonByEmail(db: Executor, email: string): Promise<AddressedPerson | undefined> {
  const { rows } = await db.query<AddressedPerson>({
    text: 'select id, email_invited from people where lower(email) = lower($1) and removed_at is null',
    values: [email],
  });
  return rows[0];
}

import type { Executor } from '../database/database.ts';

/** Keeps the person from being removed, and from getting anything else at the same time, until the transaction ends. */
export async function holdPerson(tx: Executor, id: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'select from people where id = $1 and removed_at is null for no key update',
    values: [id],
  });
  return rowCount === 1;
}

export interface AddressedPerson {
  id: string;
  /** Whether it is the address that the person was invited by. */
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

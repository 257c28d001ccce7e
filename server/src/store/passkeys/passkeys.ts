import { MAX_PASSKEYS, type Passkey, type Transport } from '../../domain/passkeys/passkey.ts';
import type { Executor } from '../database/database.ts';

const SHOWN = 'id, name, transports, backed_up, created_at, last_used_at';

interface NewPasskey extends Passkey {
  person_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  rp_id: string;
}

/** All passkeys of a person, oldest first. */
export async function listPasskeys(db: Executor, personId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>({
    name: 'list_passkeys',
    text: `select ${SHOWN} from passkeys where person_id = $1 order by id limit ${2 * MAX_PASSKEYS}`,
    values: [personId],
  });
  return rows;
}

interface Credential {
  credential_id: Buffer;
  transports: Transport[];
}

/** The credentials that the authenticators of a person have for a host. */
export async function listCredentials(db: Executor, personId: string, rpId: string): Promise<Credential[]> {
  const { rows } = await db.query<Credential>({
    text: `select credential_id, transports from passkeys where person_id = $1 and rp_id = $2 order by id limit ${2 * MAX_PASSKEYS}`,
    values: [personId, rpId],
  });
  return rows;
}

export async function countPasskeys(db: Executor, personId: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>({
    text: 'select count(*) from passkeys where person_id = $1',
    values: [personId],
  });
  return Number(rows[0]?.count);
}

/** False if the authenticator is already registered, by anybody. */
export async function insertPasskey(tx: Executor, passkey: NewPasskey): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `insert into passkeys (id, person_id, credential_id, public_key, counter, rp_id, name, transports, backed_up, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (credential_id) do nothing`,
    values: [
      passkey.id,
      passkey.person_id,
      passkey.credential_id,
      passkey.public_key,
      passkey.counter,
      passkey.rp_id,
      passkey.name,
      passkey.transports,
      passkey.backed_up,
      passkey.created_at,
    ],
  });
  return rowCount === 1;
}

interface PasskeyLogin {
  id: string;
  person_id: string;
  public_key: Buffer;
}

/** Finds a passkey by the authenticator's own id, if it was created for this host. */
export async function findPasskeyLogin(
  db: Executor,
  credentialId: Buffer,
  rpId: string,
): Promise<PasskeyLogin | undefined> {
  const { rows } = await db.query<PasskeyLogin>({
    name: 'find_passkey_login',
    text: 'select id, person_id, public_key from passkeys where credential_id = $1 and rp_id = $2',
    values: [credentialId, rpId],
  });
  return rows[0];
}

/**
 * False if the counter did not increase: then somebody has used a copy of the key. Authenticators that do not count
 * stay at 0.
 */
export async function updatePasskeyUse(
  tx: Executor,
  { id, counter, backed_up, now }: { id: string; counter: number; backed_up: boolean; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `update passkeys set counter = $2, backed_up = $3, last_used_at = $4
            where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    values: [id, counter, backed_up, now],
  });
  return rowCount === 1;
}

export async function deletePasskey(tx: Executor, id: string, personId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'delete from passkeys where id = $1 and person_id = $2',
    values: [id, personId],
  });
  return rowCount === 1;
}

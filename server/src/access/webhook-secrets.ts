import type { Executor } from '../store/database/database.ts';
import { findSigningKey } from '../store/signing-keys.ts';
import { seal, unseal } from './sealed-text.ts';

const PURPOSE = 'secret of a webhook';

/**
 * Signing needs the secret itself, so it is stored sealed: with the operator's key, or otherwise with one in the
 * database.
 */
export async function sealWebhookSecret(db: Executor, key: string | undefined, secret: string): Promise<string> {
  return seal(secret, key ?? (await databaseKey(db)), PURPOSE);
}

/** Undefined if it was sealed with another operator's key. */
export async function openWebhookSecret(
  db: Executor,
  key: string | undefined,
  sealed: string,
): Promise<string | undefined> {
  const opened = key === undefined ? undefined : unseal(sealed, key, PURPOSE);
  return opened ?? unseal(sealed, await databaseKey(db), PURPOSE);
}

async function databaseKey(db: Executor): Promise<string> {
  return (await findSigningKey(db, 'webhook-secrets')).toString('base64');
}

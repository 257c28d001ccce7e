import { hash } from 'node:crypto';
import { ATTEMPT_MS } from '../domain/passkeys/passkey.ts';
import type { Executor } from '../store/database/database.ts';
import { findSigningKey } from '../store/signing-keys.ts';
import type { OpenidAttempt } from './openid-provider.ts';
import { isSealed, seal, unseal } from './sealed-text.ts';

/**
 * An attempt that the same browser must finish. The browser keeps it sealed in a cookie, so nothing is stored for
 * attempts that are never finished.
 */
export type Attempt =
  | { kind: 'passkey'; challenge: string }
  | { kind: 'new-passkey'; challenge: string; person_id: string }
  | ({ kind: 'openid'; return_to: string } & OpenidAttempt);

const PURPOSE = 'attempt to sign in';

export async function sealAttempt(db: Executor, attempt: Attempt, now: Date): Promise<string> {
  return seal(JSON.stringify({ attempt, until: now.getTime() + ATTEMPT_MS }), await key(db), PURPOSE);
}

/** Undefined if it is of another kind, too old, or not ours. */
export async function openAttempt<Kind extends Attempt['kind']>(
  db: Executor,
  kind: Kind,
  sealed: string | undefined,
  now: Date,
): Promise<Extract<Attempt, { kind: Kind }> | undefined> {
  const opened = sealed !== undefined && isSealed(sealed) ? unseal(sealed, await key(db), PURPOSE) : undefined;
  if (opened === undefined) return undefined;
  const { attempt, until } = JSON.parse(opened) as { attempt: Attempt; until: number };
  if (attempt.kind !== kind || until <= now.getTime()) return undefined;
  return attempt as Extract<Attempt, { kind: Kind }>;
}

/** Stored after a successful attempt, so that it cannot be used twice. */
export function digestAttempt(attempt: Attempt): Buffer {
  return hash('sha256', attempt.kind === 'openid' ? attempt.state : attempt.challenge, 'buffer');
}

async function key(db: Executor): Promise<string> {
  return (await findSigningKey(db, 'sign-in-attempts')).toString('base64');
}

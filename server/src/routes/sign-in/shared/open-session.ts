import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../../access/secrets.ts';
import type { Deps } from '../../../deps.ts';
import { networkOf } from '../../../domain/http/network.ts';
import type { SignInWay } from '../../../domain/people/session.ts';
import { digestSecret } from '../../../domain/tokens/secret.ts';
import { AppError } from '../../../errors.ts';
import { challenge } from '../../../plugins/access/access.ts';
import { auditOf, auditRejection } from '../../../plugins/access/audit.ts';
import { settle } from '../../../plugins/access/rate-limit.ts';
import { readSessionSecret, sessionCookie } from '../../../plugins/access/session-cookie.ts';
import type { Executor } from '../../../store/database/database.ts';
import { deleteSessionOfSecret, insertSession } from '../../../store/people/sessions.ts';

const MAX_USER_AGENT = 300;

export interface OpenedSession {
  id: string;
  /** The value of Set-Cookie, to be sent after the transaction. */
  cookie: string;
}

/**
 * Opens a session for a person who has proved their identity. Its secret is always new, whatever cookie the request
 * has; the session of that cookie ends. Undefined if the person was removed. After the transaction, call
 * `deps.authenticator.recheckAll()` and send the cookie.
 */
export async function openSession(
  deps: Deps,
  request: FastifyRequest,
  tx: Executor,
  { personId, way }: { personId: string; way: SignInWay },
): Promise<OpenedSession | undefined> {
  const secret = newSecret('session');
  const session = await insertSession(
    tx,
    {
      id: deps.newId(),
      person_id: personId,
      way,
      user_agent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
      created_at: deps.now(),
    },
    digestSecret(secret),
  );
  if (session === undefined) return undefined;
  const audit = auditOf(deps, request);
  const actor = `person:${personId}`;
  const former = readSessionSecret(request, deps.config);
  const replaced = former === undefined ? undefined : await deleteSessionOfSecret(tx, digestSecret(former));
  if (replaced !== undefined) {
    const details = { person: replaced.person_id, reason: 'signed in again' };
    await audit('session.ended', `session:${replaced.id}`, { tx, actor, details });
  }
  await audit('session.opened', `session:${session.id}`, { tx, actor, details: { way } });
  return { id: session.id, cookie: sessionCookie(request, deps.config, secret) };
}

/** A failed sign-in: logged, counted against the network, and rejected in the same words whatever the reason. */
export async function rejectSignIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  code: 'sign_in_failed' | 'passkey_rejected' = 'sign_in_failed',
): Promise<never> {
  await auditRejection(deps, request, 'login.failed');
  if (deps.config.rateLimit) settle(reply, await deps.limits.loginsOfNetwork.addFailure(networkOf(request.ip)));
  throw new AppError(code, { headers: { 'www-authenticate': challenge(deps, request, {}) } });
}

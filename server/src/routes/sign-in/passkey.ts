import type { FastifyRequest } from 'fastify';
import { PasskeyError, verifySignIn } from '../../access/passkeys.ts';
import { type Attempt, digestAttempt } from '../../access/sign-in-attempts.ts';
import type { Deps } from '../../deps.ts';
import { ATTEMPT_MS, personIdOf } from '../../domain/passkeys/passkey.ts';
import type { RelyingParty } from '../../domain/passkeys/relying-party.ts';
import { AppError } from '../../errors.ts';
import { endAttempt, readAttempt } from '../../plugins/access/attempt-cookie.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { requireRelyingParty } from '../../plugins/access/relying-party.ts';
import { rejectCrossOrigin } from '../../plugins/access/same-origin.ts';
import { inTransaction } from '../../store/database/database.ts';
import { findPasskeyLogin, updatePasskeyUse } from '../../store/passkeys/passkeys.ts';
import { claimAttempt } from '../../store/sign-in/used-attempts.ts';
import type { PasskeySignIn } from '../passkeys/schema.ts';
import { route } from '../route.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';
import { type OpenedSession, openSession, rejectSignIn } from './shared/open-session.ts';
import { currentSession } from './shared/present.ts';

export const createPasskeySession = (deps: Deps) =>
  route<{ Body: PasskeySignIn }>({
    method: 'POST',
    url: '/session/passkey',
    config: { cost: 1 },
    schema: {
      operationId: 'createPasskeySession',
      tags: ['session'],
      security: OPEN_TO_ALL,
      summary: 'Sign in with a passkey, once for each POST /session/passkey/options',
      body: { $ref: 'PasskeySignIn#' },
      response: responses(
        { 201: { description: 'Signed in', schema: { $ref: 'CurrentSession#' }, headers: ['Set-Cookie'] } },
        [...BODY_REJECTIONS, 401, 403, 409],
      ),
    },
    handler: async (request, reply) => {
      rejectCrossOrigin(request, deps.config);
      const party = requireRelyingParty(request, deps.config);
      const attempt = await readAttempt(deps, request, 'passkey');
      const opened = await signIn(deps, request, party, attempt);
      if (opened === undefined) return rejectSignIn(deps, request, reply, 'passkey_rejected');
      deps.authenticator.recheckAll();
      endAttempt(deps, request, reply);
      reply.code(201).header('set-cookie', opened.cookie);
      return currentSession(deps, deps.db.writes, opened.id);
    },
  });

/** Undefined if the passkey is not accepted. The reason is not revealed to outsiders. */
async function signIn(
  deps: Deps,
  request: FastifyRequest<{ Body: PasskeySignIn }>,
  party: RelyingParty,
  attempt: Extract<Attempt, { kind: 'passkey' }>,
): Promise<OpenedSession | undefined> {
  const { id, response } = request.body;
  const passkey = await findPasskeyLogin(deps.db.access, Buffer.from(id, 'base64url'), party.id);
  if (passkey === undefined || personIdOf(response.userHandle) !== passkey.person_id) return undefined;
  const used = await verifySignIn(party, attempt.challenge, request.body as never, passkey.public_key).catch(
    (error: unknown) => {
      if (error instanceof PasskeyError) return undefined;
      throw error;
    },
  );
  if (used === undefined) return undefined;
  const now = deps.now();
  const target = `passkey:${passkey.id}`;
  return inTransaction(deps.db.writes, async (tx) => {
    const expiresAt = new Date(now.getTime() + ATTEMPT_MS);
    if (!(await claimAttempt(tx, digestAttempt(attempt), expiresAt))) throw new AppError('sign_in_expired');
    if (!(await updatePasskeyUse(tx, { id: passkey.id, ...used, now }))) {
      await auditOf(deps, request)('passkey.rejected', target, { tx, details: { counter: used.counter } });
      return undefined;
    }
    return openSession(deps, request, tx, { personId: passkey.person_id, way: 'passkey' });
  });
}

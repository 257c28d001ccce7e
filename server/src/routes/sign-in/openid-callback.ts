import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { OpenidIdentity, OpenidProvider } from '../../access/openid-provider.ts';
import { digestAttempt } from '../../access/sign-in-attempts.ts';
import type { Deps } from '../../deps.ts';
import { ATTEMPT_MS } from '../../domain/passkeys/passkey.ts';
import { sessionLimits } from '../../domain/people/session.ts';
import { digestSecret } from '../../domain/tokens/secret.ts';
import { AppError } from '../../errors.ts';
import { endAttempt, readAttempt } from '../../plugins/access/attempt-cookie.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { readSessionSecret } from '../../plugins/access/session-cookie.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import { findSessions } from '../../store/people/sessions.ts';
import { claimOpenidIdentity, insertOpenidIdentity } from '../../store/sign-in/openid-identities.ts';
import { findPersonByEmail, holdPerson } from '../../store/sign-in/people.ts';
import { claimAttempt } from '../../store/sign-in/used-attempts.ts';
import { route } from '../route.ts';
import { responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';
import { CALLBACK_PATH } from './openid.ts';
import { showErrorPage } from './shared/error-page.ts';
import { openSession } from './shared/open-session.ts';

const CallbackQuery = Type.Object(
  {
    state: Type.Optional(Type.String({ maxLength: 200 })),
    code: Type.Optional(Type.String({ maxLength: 4000 })),
    error: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: true, maxProperties: 20 }, // providers add what they like
);

export const finishOpenidSession = (deps: Deps, provider: OpenidProvider | undefined) =>
  route<{ Querystring: Static<typeof CallbackQuery> }>({
    method: 'GET',
    url: CALLBACK_PATH,
    config: { json: false, cost: 1 },
    errorHandler: showErrorPage(deps.config),
    schema: {
      operationId: 'finishOpenidSession',
      tags: ['session'],
      security: OPEN_TO_ALL,
      summary: 'Where the OpenID provider sends a browser back to; opens the session',
      querystring: CallbackQuery,
      response: responses(
        { 302: { description: 'To the requested path, signed in', headers: ['Location', 'Set-Cookie'] } },
        [400, 403, 404, 502, 503, 504],
      ),
    },
    handler: async (request, reply) => {
      if (provider === undefined) throw new AppError('openid_not_configured');
      const attempt = await readAttempt(deps, request, 'openid');
      if (request.query.state !== attempt.state) throw new AppError('sign_in_expired');
      const { search } = new URL(request.originalUrl, deps.config.publicUrl);
      const identity = await provider.finish(new URL(`${deps.config.publicUrl}${CALLBACK_PATH}${search}`), attempt);
      const now = deps.now();
      const opened = await inTransaction(deps.db.writes, async (tx) => {
        const expiresAt = new Date(now.getTime() + ATTEMPT_MS);
        if (!(await claimAttempt(tx, digestAttempt(attempt), expiresAt))) throw new AppError('sign_in_expired');
        const personId =
          (await claimOpenidIdentity(tx, identity, now)) ?? (await connect(deps, request, tx, identity, now));
        return openSession(deps, request, tx, { personId, way: 'openid' });
      });
      if (opened === undefined) throw new AppError('openid_not_invited');
      deps.authenticator.recheckAll();
      endAttempt(deps, request, reply);
      return reply.header('set-cookie', opened.cookie).redirect(attempt.return_to, 302);
    },
  });

/**
 * At first an account belongs to the person with the same address. Later the address may change on either side. If it
 * was changed since the invitation, the person must be signed in in that browser: otherwise anybody who can change
 * somebody else's address could sign in as them.
 */
async function connect(
  deps: Deps,
  request: FastifyRequest,
  tx: Executor,
  identity: OpenidIdentity,
  now: Date,
): Promise<string> {
  const { email, email_verified, issuer } = identity;
  if (email === undefined || !email_verified) throw new AppError('openid_email_unverified');
  const person = await findPersonByEmail(tx, email);
  const exists = person !== undefined && (await holdPerson(tx, person.id));
  if (exists && !person.email_invited && (await signedInPerson(deps, request, tx, now)) !== person.id)
    throw new AppError('openid_not_invited', { detail: CHANGED_ADDRESS });
  if (!exists || !(await insertOpenidIdentity(tx, identity, person.id, now))) throw new AppError('openid_not_invited');
  const actor = `person:${person.id}`;
  await auditOf(deps, request)('openid.connected', actor, { tx, actor, details: { issuer } });
  return person.id;
}

const CHANGED_ADDRESS =
  'Your address was changed after you were invited. Sign in by a link or a passkey first, then sign in with the provider in the same browser.';

/** The person whom the browser is already signed in as. */
async function signedInPerson(
  deps: Deps,
  request: FastifyRequest,
  tx: Executor,
  now: Date,
): Promise<string | undefined> {
  const secret = readSessionSecret(request, deps.config);
  if (secret === undefined) return undefined;
  const [session] = await findSessions(tx, [digestSecret(secret)], sessionLimits(deps.config, now));
  return session?.person_id;
}

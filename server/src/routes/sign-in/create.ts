import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { digestSecret, isSecret } from '../../domain/tokens/secret.ts';
import { rejectCrossOrigin } from '../../plugins/access/same-origin.ts';
import { inTransaction } from '../../store/database/database.ts';
import { claimLink } from '../../store/people/links.ts';
import { route } from '../route.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';
import type { SessionRequest } from './schema.ts';
import { type OpenedSession, openSession, rejectSignIn } from './shared/open-session.ts';
import { currentSession } from './shared/present.ts';

export const createSession = (deps: Deps) =>
  route<{ Body: SessionRequest }>({
    method: 'POST',
    url: '/session',
    config: { cost: 1 },
    schema: {
      operationId: 'createSession',
      tags: ['session'],
      security: OPEN_TO_ALL,
      summary: 'Sign in with a link; the response sets the cookie of the session',
      body: { $ref: 'SessionRequest#' },
      response: responses(
        { 201: { description: 'Signed in', schema: { $ref: 'CurrentSession#' }, headers: ['Set-Cookie'] } },
        [...BODY_REJECTIONS, 401, 403],
      ),
    },
    handler: async (request, reply) => {
      rejectCrossOrigin(request, deps.config); // otherwise a page could sign its visitors in as somebody else
      const opened = await signIn(deps, request);
      if (opened === undefined) return rejectSignIn(deps, request, reply);
      deps.authenticator.recheckAll();
      reply.code(201).header('set-cookie', opened.cookie).header('cache-control', 'no-store');
      return currentSession(deps, deps.db.writes, opened.id);
    },
  });

/** Uses up the link and opens the session in one transaction: if several callers send it at once, one is signed in. */
async function signIn(
  deps: Deps,
  request: FastifyRequest<{ Body: SessionRequest }>,
): Promise<OpenedSession | undefined> {
  const { link } = request.body;
  const secret = link.slice(link.lastIndexOf('#') + 1);
  if (!isSecret('link', secret)) return undefined; // it was never given to anybody
  return inTransaction(deps.db.writes, async (tx) => {
    const personId = await claimLink(tx, digestSecret(secret), deps.now());
    return personId === undefined ? undefined : openSession(deps, request, tx, { personId, way: 'link' });
  });
}

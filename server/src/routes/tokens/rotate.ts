import type { Deps } from '../../deps.ts';
import { digestSecret } from '../../domain/secret.ts';
import { auditOf } from '../../plugins/audit.ts';
import { newSecret } from '../../secrets.ts';
import { appendEvents } from '../../store/events.ts';
import { rotateToken } from '../../store/tokens.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { type RotateRequest, refuseRaise } from '../credential-schema.ts';
import { ownerFor } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { tokenEvent } from './event.ts';
import { tokenId, tokenNotFound, tokenPath } from './schema.ts';

export const rotateTokenSecret = (deps: Deps) =>
  route<{ Params: { id: string }; Body: RotateRequest }>({
    method: 'POST',
    url: '/tokens/:id/rotate',
    schema: {
      operationId: 'rotateToken',
      tags: ['tokens'],
      security: needs('tokens:manage'),
      summary: 'Give an API key a new secret and its whole lifetime again; the old secret counts for a grace period',
      headers: idempotencyHeader,
      params: tokenPath,
      body: { $ref: 'RotateRequest#' },
      response: responses({ 200: { description: 'The key and its new secret', schema: { $ref: 'NewToken#' } } }, [
        ...POST_REFUSALS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      const id = tokenId(request.params);
      const { grace_seconds } = request.body;
      const answer = await answerOnce(
        deps,
        request,
        async (tx) => {
          const now = deps.now();
          const secret = newSecret('key');
          const previousUntil = new Date(now.getTime() + grace_seconds * 1000);
          const changes = { digest: digestSecret(secret), now, previousUntil };
          const token = await rotateToken(tx, id, ownerFor(request), changes);
          if (token === undefined) throw tokenNotFound(id);
          refuseRaise(deps, request, token.scopes);
          await appendEvents(tx, [tokenEvent('token.rotated', token, request, now)]);
          await auditOf(deps, request)('token.rotated', `token:${id}`, { tx, details: { grace_seconds } });
          return { status: 200, headers: {}, body: JSON.stringify({ ...token, token: secret }) };
        },
        { secret: true },
      );
      deps.authenticator.recheckAll();
      return sendAnswer(reply.header('cache-control', 'no-store'), answer);
    },
  });

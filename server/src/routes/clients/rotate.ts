import type { Deps } from '../../deps.ts';
import { digestSecret } from '../../domain/secret.ts';
import { auditOf } from '../../plugins/audit.ts';
import { newSecret } from '../../secrets.ts';
import { rotateOauthClientSecret } from '../../store/oauth-clients.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { type RotateRequest, refuseRaise } from '../credential-schema.ts';
import { ownerFor } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { clientId, clientNotFound, clientPath } from './schema.ts';

export const rotateClient = (deps: Deps) =>
  route<{ Params: { id: string }; Body: RotateRequest }>({
    method: 'POST',
    url: '/clients/:id/rotate',
    schema: {
      operationId: 'rotateClient',
      tags: ['clients'],
      security: needs('tokens:manage'),
      summary: 'Give an OAuth client a new secret; the old one counts for a grace period',
      headers: idempotencyHeader,
      params: clientPath,
      body: { $ref: 'RotateRequest#' },
      response: responses({ 200: { description: 'The client and its new secret', schema: { $ref: 'NewClient#' } } }, [
        ...POST_REFUSALS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      const id = clientId(request.params);
      const { grace_seconds } = request.body;
      const answer = await answerOnce(
        deps,
        request,
        async (tx) => {
          const client_secret = newSecret('client');
          const previousUntil = new Date(deps.now().getTime() + grace_seconds * 1000);
          const changes = { digest: digestSecret(client_secret), previousUntil };
          const client = await rotateOauthClientSecret(tx, id, ownerFor(request), changes);
          if (client === undefined) throw clientNotFound(id);
          refuseRaise(deps, request, client.scopes);
          await auditOf(deps, request)('client.rotated', `client:${id}`, { tx, details: { grace_seconds } });
          return { status: 200, headers: {}, body: JSON.stringify({ ...client, client_secret }) };
        },
        { secret: true },
      );
      return sendAnswer(reply.header('cache-control', 'no-store'), answer);
    },
  });

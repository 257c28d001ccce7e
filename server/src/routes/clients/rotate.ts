import { newSecret } from '../../access/secrets.ts';
import type { Deps } from '../../deps.ts';
import { digestSecret } from '../../domain/tokens/secret.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { rotateOauthClientSecret } from '../../store/clients.ts';
import { route } from '../route.ts';
import { type RotateRequest, rejectRaise } from '../shared/credential-schema.ts';
import { ownerFor } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { clientId, clientNotFound, clientPath, exampleRotatedClient } from './schema.ts';

export const rotateClient = (deps: Deps) =>
  route<{ Params: { id: string }; Body: RotateRequest }>({
    method: 'POST',
    url: '/clients/:id/rotate',
    config: { reauthenticate: true },
    schema: {
      operationId: 'rotateClient',
      tags: ['clients'],
      security: needs('tokens:manage'),
      summary: 'Rotate the secret of an OAuth client; the old one works for a grace period',
      headers: idempotencyHeader,
      params: clientPath,
      body: { $ref: 'RotateRequest#' },
      response: responses(
        {
          200: {
            description: 'The client and its new secret',
            schema: { $ref: 'NewClient#' },
            example: exampleRotatedClient,
          },
        },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = clientId(request.params);
      const { grace_seconds } = request.body;
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          const client_secret = newSecret('client');
          const previousUntil = new Date(deps.now().getTime() + grace_seconds * 1000);
          const changes = { digest: digestSecret(client_secret), previousUntil };
          const client = await rotateOauthClientSecret(tx, id, ownerFor(request), changes);
          if (client === undefined) throw clientNotFound(id);
          rejectRaise(deps, request, client.scopes);
          await auditOf(deps, request)('client.rotated', `client:${id}`, { tx, details: { grace_seconds } });
          return { status: 200, headers: {}, body: JSON.stringify({ ...client, client_secret }) };
        },
        { secret: true },
      );
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });

import { newSecret } from '../../access/secrets.ts';
import type { Deps } from '../../deps.ts';
import { digestSecret } from '../../domain/tokens/secret.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { appendEvents } from '../../store/events.ts';
import { rotateToken } from '../../store/tokens/tokens.ts';
import { route } from '../route.ts';
import { type RotateRequest, rejectRaise } from '../shared/credential-schema.ts';
import { ownerFor } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { exampleRotatedToken, tokenId, tokenNotFound, tokenPath } from './schema.ts';
import { tokenEvent } from './shared/event.ts';

export const rotateTokenSecret = (deps: Deps) =>
  route<{ Params: { id: string }; Body: RotateRequest }>({
    method: 'POST',
    url: '/tokens/:id/rotate',
    config: { reauthenticate: true },
    schema: {
      operationId: 'rotateToken',
      tags: ['tokens'],
      security: needs('tokens:manage'),
      summary: 'Rotate the secret of an API key and restart its lifetime; the old secret works for a grace period',
      headers: idempotencyHeader,
      params: tokenPath,
      body: { $ref: 'RotateRequest#' },
      response: responses(
        {
          200: {
            description: 'The key and its new secret',
            schema: { $ref: 'NewToken#' },
            example: exampleRotatedToken,
          },
        },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = tokenId(request.params);
      const { grace_seconds } = request.body;
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          const now = deps.now();
          const secret = newSecret('key');
          const previousUntil = new Date(now.getTime() + grace_seconds * 1000);
          const changes = { digest: digestSecret(secret), now, previousUntil };
          const token = await rotateToken(tx, id, ownerFor(request), changes);
          if (token === undefined) throw tokenNotFound(id);
          rejectRaise(deps, request, token.scopes);
          await appendEvents(tx, [tokenEvent('token.rotated', token, request, now)]);
          await auditOf(deps, request)('token.rotated', `token:${id}`, { tx, details: { grace_seconds } });
          return { status: 200, headers: {}, body: JSON.stringify({ ...token, token: secret }) };
        },
        { secret: true },
      );
      deps.authenticator.recheckAll();
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });

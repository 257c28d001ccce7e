import { newSecret } from '../../access/secrets.ts';
import type { Deps } from '../../deps.ts';
import { digestSecret } from '../../domain/tokens/secret.ts';
import { requireQuota } from '../../operations/quotas/require-quota.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { insertOauthClient } from '../../store/clients.ts';
import { route } from '../route.ts';
import { checkGrantable, requireCreator } from '../shared/credential-schema.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import type { ClientRequest } from './schema.ts';

export const createClient = (deps: Deps) =>
  route<{ Body: ClientRequest }>({
    method: 'POST',
    url: '/clients',
    config: { reauthenticate: true },
    schema: {
      operationId: 'createClient',
      tags: ['clients'],
      security: needs('tokens:manage'),
      summary: 'Create an OAuth client; its secret is shown only once',
      headers: idempotencyHeader,
      body: { $ref: 'ClientRequest#' },
      response: responses(
        { 201: { description: 'The client and its secret', schema: { $ref: 'NewClient#' } } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { name, scopes } = request.body;
      checkGrantable(scopes, request.principal.scopes);
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          await requireCreator(deps, request, tx);
          await requireQuota(tx, 'oauth_clients', { owner: principalOf(request) });
          const client_secret = newSecret('client');
          const client = await insertOauthClient(tx, {
            id: deps.newId(),
            name,
            scopes: [...new Set(scopes)],
            created_by: principalOf(request),
            created_at: deps.now(),
            digest: digestSecret(client_secret),
          });
          const target = `client:${client.id}`;
          await auditOf(deps, request)('client.created', target, { tx, details: { name, scopes } });
          return { status: 201, headers: {}, body: JSON.stringify({ ...client, client_secret }) };
        },
        { secret: true },
      );
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });

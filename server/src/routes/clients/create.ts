import type { Deps } from '../../deps.ts';
import { digestSecret } from '../../domain/secret.ts';
import { auditOf } from '../../plugins/audit.ts';
import { newSecret } from '../../secrets.ts';
import { requireRoom } from '../../store/kept-rows.ts';
import { insertOauthClient } from '../../store/oauth-clients.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { checkGrantable } from '../credential-schema.ts';
import { principalOf } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import type { ClientRequest } from './schema.ts';

export const createClient = (deps: Deps) =>
  route<{ Body: ClientRequest }>({
    method: 'POST',
    url: '/clients',
    schema: {
      operationId: 'createClient',
      tags: ['clients'],
      security: needs('tokens:manage'),
      summary: 'Make an OAuth client; its secret is shown this once',
      headers: idempotencyHeader,
      body: { $ref: 'ClientRequest#' },
      response: responses(
        { 201: { description: 'The client and its secret', schema: { $ref: 'NewClient#' } } },
        POST_REFUSALS,
      ),
    },
    handler: async (request, reply) => {
      const { name, scopes } = request.body;
      checkGrantable(scopes, request.principal.scopes);
      const answer = await answerOnce(
        deps,
        request,
        async (tx) => {
          await requireRoom(tx, 'oauth_clients', principalOf(request));
          const client_secret = newSecret('client');
          const client = await insertOauthClient(tx, {
            client_id: deps.newId(),
            name,
            scopes: [...new Set(scopes)],
            created_by: principalOf(request),
            created_at: deps.now(),
            digest: digestSecret(client_secret),
          });
          const target = `client:${client.client_id}`;
          await auditOf(deps, request)('client.created', target, { tx, details: { name, scopes } });
          return { status: 201, headers: {}, body: JSON.stringify({ ...client, client_secret }) };
        },
        { secret: true },
      );
      return sendAnswer(reply.header('cache-control', 'no-store'), answer);
    },
  });

import { newSecret } from '../../access/secrets.ts';
import type { Deps } from '../../deps.ts';
import { KEY_SCOPES } from '../../domain/tokens/scope.ts';
import { digestSecret } from '../../domain/tokens/secret.ts';
import { violationError } from '../../errors.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { requireQuota } from '../../store/database/kept-rows.ts';
import { appendEvents } from '../../store/events.ts';
import { insertToken } from '../../store/tokens/tokens.ts';
import { route } from '../route.ts';
import { checkGrantable, requireCreator } from '../shared/credential-schema.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import type { TokenRequest } from './schema.ts';
import { tokenEvent } from './shared/event.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_LIFETIME_MS = 90 * DAY_MS;
const LONGEST_LIFETIME_MS = 366 * DAY_MS;

export const createToken = (deps: Deps) =>
  route<{ Body: TokenRequest }>({
    method: 'POST',
    url: '/tokens',
    config: { reauthenticate: true },
    schema: {
      operationId: 'createToken',
      tags: ['tokens'],
      security: needs('tokens:manage'),
      summary: 'Make an API key; its secret is shown only once',
      headers: idempotencyHeader,
      body: { $ref: 'TokenRequest#' },
      response: responses(
        { 201: { description: 'The key and its secret', schema: { $ref: 'NewToken#' }, headers: ['Location'] } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { name, scopes } = request.body;
      checkGrantable(
        scopes,
        KEY_SCOPES.filter((scope) => request.principal.scopes.includes(scope)),
      );
      const now = deps.now();
      const expires_at = readExpiry(request.body.expires_at, now);
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          await requireCreator(deps, request, tx);
          await requireQuota(tx, 'tokens', principalOf(request));
          const secret = newSecret('key');
          const token = await insertToken(tx, {
            id: deps.newId(),
            kind: 'api_key',
            name,
            scopes: [...new Set(scopes)],
            created_by: principalOf(request),
            created_at: now,
            expires_at,
            digest: digestSecret(secret),
          });
          await appendEvents(tx, [tokenEvent('token.created', token, request, now)]);
          await auditOf(deps, request)('token.created', `token:${token.id}`, { tx, details: { name, scopes } });
          const location = `${requestBase(request)}/tokens/${token.id}`;
          return { status: 201, headers: { location }, body: JSON.stringify({ ...token, token: secret }) };
        },
        { secret: true },
      );
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });

function readExpiry(given: string | undefined, now: Date): Date {
  if (given === undefined) return new Date(now.getTime() + DEFAULT_LIFETIME_MS);
  const expiry = new Date(given);
  if (expiry > now && expiry.getTime() <= now.getTime() + LONGEST_LIFETIME_MS) return expiry;
  throw violationError([
    {
      code: 'out_of_range',
      detail: '`expires_at` must be in the future, at most 366 days from now.',
      pointer: '#/expires_at',
    },
  ]);
}

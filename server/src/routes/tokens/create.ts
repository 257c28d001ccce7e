import type { Deps } from '../../deps.ts';
import { KEY_SCOPES } from '../../domain/scope.ts';
import { digestSecret } from '../../domain/secret.ts';
import { violationError } from '../../errors.ts';
import { auditOf } from '../../plugins/audit.ts';
import { requestBase } from '../../plugins/origin.ts';
import { newSecret } from '../../secrets.ts';
import { appendEvents } from '../../store/events.ts';
import { requireRoom } from '../../store/kept-rows.ts';
import { insertToken } from '../../store/tokens.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { checkGrantable } from '../credential-schema.ts';
import { principalOf } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { tokenEvent } from './event.ts';
import type { TokenRequest } from './schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_LIFETIME_MS = 90 * DAY_MS;
const LONGEST_LIFETIME_MS = 366 * DAY_MS;

export const createToken = (deps: Deps) =>
  route<{ Body: TokenRequest }>({
    method: 'POST',
    url: '/tokens',
    schema: {
      operationId: 'createToken',
      tags: ['tokens'],
      security: needs('tokens:manage'),
      summary: 'Make an API key; its secret is shown this once',
      headers: idempotencyHeader,
      body: { $ref: 'TokenRequest#' },
      response: responses(
        { 201: { description: 'The key and its secret', schema: { $ref: 'NewToken#' } } },
        POST_REFUSALS,
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
      const answer = await answerOnce(
        deps,
        request,
        async (tx) => {
          await requireRoom(tx, 'tokens', principalOf(request));
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
      return sendAnswer(reply.header('cache-control', 'no-store'), answer);
    },
  });

function readExpiry(given: string | undefined, now: Date): Date {
  if (given === undefined) return new Date(now.getTime() + DEFAULT_LIFETIME_MS);
  const expiry = new Date(given);
  if (expiry > now && expiry.getTime() <= now.getTime() + LONGEST_LIFETIME_MS) return expiry;
  throw violationError([
    { code: 'out_of_range', detail: 'expires_at must lie ahead, within a year.', pointer: '#/expires_at' },
  ]);
}

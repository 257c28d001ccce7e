import type { FastifyRequest, RouteOptions } from 'fastify';
import { type TObject, Type } from 'typebox';
import { clientIdOf, createOauthServer, type Endpoint, type OauthParameters } from '../../access/oauth-server.ts';
import type { Deps } from '../../deps.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { digestSecret, withoutSecrets } from '../../domain/secret.ts';
import { auditOf } from '../../plugins/audit.ts';
import { chargeNetwork } from '../../plugins/rate-limit.ts';
import { findAccessToken } from '../../store/access-tokens.ts';
import { route } from '../route.ts';
import { OPEN_TO_ALL } from '../security.ts';
import { countLoginFailure, refuseThrottledLogin } from './login-throttle.ts';

const credentials = {
  client_id: Type.Optional(Type.String({ description: 'Unless given by Basic' })),
  client_secret: Type.Optional(Type.String({ description: 'Unless given by Basic' })),
};
const anyMore = { additionalProperties: true }; // RFC 6749: unknown parameters are ignored

const TokenBody = Type.Object(
  {
    grant_type: Type.Optional(Type.String({ description: 'client_credentials' })),
    scope: Type.Optional(Type.String({ description: 'Separated by spaces; all of the client unless given' })),
    ...credentials,
  },
  anyMore,
);
const TokenNamed = Type.Object(
  { token: Type.Optional(Type.String()), token_type_hint: Type.Optional(Type.String()), ...credentials },
  anyMore,
);

const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.String(),
  expires_in: Type.Integer(),
  scope: Type.String(),
});
const Introspection = Type.Object({ active: Type.Boolean() }, { additionalProperties: true });
export const OauthError = Type.Object(
  { error: Type.String(), error_description: Type.Optional(Type.String()) },
  { $id: 'OauthError', description: 'RFC 6749, 5.2' },
);

/** The OAuth 2.0 endpoints (RFC 6749, 7009, 7662), by form or JSON, the client by Basic or in the body. */
export function oauthEndpoints(deps: Deps): RouteOptions[] {
  const { config, db, now } = deps;
  const issuer = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const server = createOauthServer({ reads: db.reads, writes: db.writes, now }, issuer, config.accessTokenSeconds);

  const endpoint = (url: Endpoint, operationId: string, summary: string, body: TObject, answer: object): RouteOptions =>
    route<{ Body: OauthParameters }>({
      method: 'POST',
      url,
      config: { cost: config.costRead },
      schema: {
        operationId,
        tags: ['oauth'],
        security: OPEN_TO_ALL,
        summary,
        body: {
          content: { 'application/x-www-form-urlencoded': { schema: body }, 'application/json': { schema: body } },
        },
        response: {
          200: { description: 'Granted', content: { 'application/json': { schema: answer } } },
          ...Object.fromEntries([400, 401, 429, 503].map((status) => [status, REFUSAL])),
        },
      },
      handler: async (request, reply) => {
        const client = clientIdOf(request.body, request.headers.authorization);
        await refuseThrottledLogin(deps, request, reply, client);
        const ends = url === '/oauth/revoke' && (await isTokenOf(deps, request.body['token'], client));
        const { status, headers, body } = await server.answer(url, request.body, request.headers.authorization);
        if (status === 401) {
          await countLoginFailure(deps, request, client);
          await chargeNetwork(deps, request, reply, { points: config.costBadToken }).catch(() => {}); // felt at the next request
        }
        if (ends) deps.authenticator.recheckAll();
        const action = auditedAction(url, status, ends);
        if (action !== undefined) await audit(deps, request, action, client);
        return reply
          .code(status)
          .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...headers })
          .send(body === '' ? '{}' : body);
      },
    });

  return [
    endpoint('/oauth/token', 'issueAccessToken', 'Get an access token for client credentials', TokenBody, TokenAnswer),
    endpoint('/oauth/revoke', 'revokeAccessToken', 'End an access token of the client', TokenNamed, { type: 'object' }),
    endpoint(
      '/oauth/introspect',
      'introspectAccessToken',
      'Whether an access token of the client is valid, and what it may do',
      TokenNamed,
      Introspection,
    ),
  ];
}

const REFUSAL = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: 'OauthError#' } } },
};

/** Only an end that was one is written down: revoking what is unknown or another's is answered alike (RFC 7009, 2.2). */
async function isTokenOf(deps: Deps, token: string | undefined, client: string): Promise<boolean> {
  if (token === undefined) return false;
  return (await findAccessToken(deps.db.reads, digestSecret(token)))?.client_id === client;
}

function auditedAction(url: Endpoint, status: number, ends: boolean): AuditAction | undefined {
  if (status === 401) return 'login.failed';
  if (status !== 200) return undefined;
  return url === '/oauth/token' ? 'login.succeeded' : ends ? 'access_token.revoked' : undefined;
}

async function audit(deps: Deps, request: FastifyRequest, action: AuditAction, client: string): Promise<void> {
  const actor = action === 'login.failed' ? 'anonymous' : `client:${client}`;
  await auditOf(deps, request)(action, `client:${withoutSecrets(client).slice(0, 100)}`, { actor });
}

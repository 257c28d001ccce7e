import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type TObject, Type } from 'typebox';
import { type ClientLogin, isRightSecret, type OauthParameters, readClientLogin } from '../../access/client-login.ts';
import { createOauthServer, type Endpoint, type OauthReply } from '../../access/oauth-server.ts';
import type { Deps } from '../../deps.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { digestSecret, withoutSecrets } from '../../domain/tokens/secret.ts';
import { isUuid } from '../../domain/uuid.ts';
import { auditOf, auditRejection } from '../../plugins/access/audit.ts';
import { findAccessToken } from '../../store/tokens/access-tokens.ts';
import { exampleLogin } from '../clients/schema.ts';
import { route } from '../route.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';
import { explainRejection } from './endpoints/explain-rejection.ts';
import { chargeLogin, countLoginFailure } from './endpoints/login-throttle.ts';

const credentials = {
  client_id: Type.Optional(Type.String({ description: 'Required unless given by Basic authentication' })),
  client_secret: Type.Optional(Type.String({ description: 'Required unless given by Basic authentication' })),
};
const extensible = { additionalProperties: true }; // RFC 6749: unknown parameters are ignored

/** It has the form of an access token, but not its checksum. */
const exampleAccess = 'qat_EXAMPLE00000000000000000000000000000';

const TokenBody = Type.Object(
  {
    grant_type: Type.Optional(Type.String({ description: 'client_credentials' })),
    scope: Type.Optional(Type.String({ description: 'Separated by spaces; by default all scopes of the client' })),
    ...credentials,
  },
  { ...extensible, examples: [{ grant_type: 'client_credentials', scope: 'questions:read', ...exampleLogin }] },
);
const TokenNamed = Type.Object(
  { token: Type.Optional(Type.String()), token_type_hint: Type.Optional(Type.String()), ...credentials },
  { ...extensible, examples: [{ token: exampleAccess, ...exampleLogin }] },
);

const TokenReply = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.String(),
    expires_in: Type.Integer(),
    scope: Type.String(),
  },
  {
    examples: [{ access_token: exampleAccess, token_type: 'Bearer', expires_in: 3600, scope: 'questions:read' }],
  },
);
const Revocation = Type.Object({}, { examples: [{}] });
const Introspection = Type.Object(
  { active: Type.Boolean() },
  {
    additionalProperties: true,
    examples: [
      {
        active: true,
        client_id: exampleLogin.client_id,
        exp: 1_794_917_400,
        iat: 1_794_913_800,
        iss: 'https://quaestor.example',
        scope: 'questions:read',
        token_type: 'Bearer',
      },
    ],
  },
);
export const OauthError = Type.Object(
  { error: Type.String(), error_description: Type.Optional(Type.String()) },
  {
    $id: 'OauthError',
    description: 'RFC 6749, 5.2',
    examples: [{ error: 'invalid_client', error_description: 'client authentication failed' }],
  },
);

/** The OAuth 2.0 endpoints (RFC 6749, 7009, 7662). They take a form or JSON, and the client by Basic or in the body. */
export function oauthEndpoints(deps: Deps): RouteOptions[] {
  const { config, db, now } = deps;
  const issuer = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const server = createOauthServer({ reads: db.reads, writes: db.writes, now }, issuer, config.accessTokenSeconds);

  /** A wrong secret is rejected in the same way for every client, so the OAuth server is asked only once. */
  const rejections = new Map<string, OauthReply>();
  const reject = async (url: Endpoint, { body, headers }: OauthRequest, login: ClientLogin): Promise<OauthReply> => {
    const way = wayOf(body, headers.authorization, login);
    const known = way === undefined ? undefined : rejections.get(way);
    if (known !== undefined) return known;
    const reply = await server.reply(url, body, headers.authorization);
    if (way !== undefined && reply.status === 401) rejections.set(way, reply);
    return reply;
  };

  const endpoint = (
    url: Endpoint,
    operationId: string,
    summary: string,
    body: TObject,
    granted: object,
  ): RouteOptions =>
    route<{ Body: OauthParameters }>({
      method: 'POST',
      url,
      config: { cost: 0 }, // the client pays once it has proved its identity
      schema: {
        operationId,
        tags: ['oauth'],
        security: OPEN_TO_ALL,
        summary,
        body: {
          content: { 'application/x-www-form-urlencoded': { schema: body }, 'application/json': { schema: body } },
        },
        response: {
          200: { description: 'Granted', content: { 'application/json': { schema: granted } } },
          ...Object.fromEntries([400, 401, 429, 503].map((status) => [status, REJECTION])),
        },
      },
      handler: async (request, reply) => {
        const login = readClientLogin(request.body, request.headers.authorization);
        const { client } = login;
        const proved = await isRightSecret(db.access, login, now());
        if (proved) await chargeLogin(deps, reply, client);
        else await rejectLogin(deps, request, reply, login);
        const ends = proved && url === '/oauth/revoke' && (await isTokenOf(deps, request.body['token'], client));
        const { status, headers, body } = proved
          ? await server.reply(url, request.body, request.headers.authorization)
          : await reject(url, request, login);
        if (ends) deps.authenticator.recheckAll();
        const action = auditedAction(url, status, ends);
        if (action !== undefined)
          await auditOf(deps, request)(action, `client:${client}`, { actor: `client:${client}` });
        return reply
          .code(status)
          .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...headers })
          .send(body === '' ? '{}' : explainRejection(status, body));
      },
    });

  return [
    endpoint('/oauth/token', 'issueAccessToken', 'Get an access token for client credentials', TokenBody, TokenReply),
    endpoint('/oauth/revoke', 'revokeAccessToken', 'End an access token of the client', TokenNamed, Revocation),
    endpoint(
      '/oauth/introspect',
      'introspectAccessToken',
      'Whether an access token of the client is valid, and what it may do',
      TokenNamed,
      Introspection,
    ),
  ];
}

const REJECTION = {
  description: 'Rejected',
  content: { 'application/json': { schema: { $ref: 'OauthError#' } } },
};

type OauthRequest = FastifyRequest<{ Body: OauthParameters }>;

/**
 * How the client authenticates, if it does so in one way and as one client; everything else is left to the OAuth
 * server.
 */
function wayOf(
  body: OauthParameters,
  authorization: string | undefined,
  { client, secret }: ClientLogin,
): 'basic' | 'body' | undefined {
  if (!isUuid(client) || secret === '') return undefined;
  if (authorization === undefined) return 'body';
  return body['client_id'] === undefined && body['client_secret'] === undefined ? 'basic' : undefined;
}

/**
 * Only a token that really ends is logged: revoking an unknown token, or another client's, gets the same response (RFC
 * 7009, 2.2).
 */
async function isTokenOf(deps: Deps, token: string | undefined, client: string): Promise<boolean> {
  if (token === undefined) return false;
  return (await findAccessToken(deps.db.reads, digestSecret(token)))?.client_id === client;
}

function auditedAction(url: Endpoint, status: number, ends: boolean): AuditAction | undefined {
  if (status !== 200) return undefined;
  return url === '/oauth/token' ? 'login.succeeded' : ends ? 'access_token.revoked' : undefined;
}

/** Logs the attempt if a secret was tried, and counts it in any case; beyond the limits the request ends here. */
async function rejectLogin(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, secret }: ClientLogin,
): Promise<void> {
  const target = `client:${withoutSecrets(client).slice(0, 100)}`;
  if (client !== '' && secret !== '') await auditRejection(deps, request, 'login.failed', target);
  await countLoginFailure(deps, request, reply, client);
}

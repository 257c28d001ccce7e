import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'node:querystring';
import inject from 'light-my-request';
import { errors, Provider } from 'oidc-provider';
import { isScope, SCOPES } from '../domain/tokens/scope.ts';
import { isOneOf, type OauthParameters } from './client-login.ts';
import { type OauthStorage, oauthAdapter } from './oauth-adapter.ts';
import { newSecret } from './secrets.ts';

export interface OauthReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface OauthServer {
  /** Handles a POST to one of its endpoints, with the parameters of the body and the Authorization header. */
  reply(endpoint: Endpoint, parameters: OauthParameters, authorization: string | undefined): Promise<OauthReply>;
}

export type Endpoint = '/oauth/token' | '/oauth/revoke' | '/oauth/introspect';

const PASSED_ON = ['www-authenticate', 'cache-control'];

/**
 * The token endpoints are those of oidc-provider, a certified implementation, with every flow except client_credentials
 * disabled. Requests are passed to it as HTTP without a socket, so that they go through all of our own hooks.
 */
export function createOauthServer(storage: OauthStorage, issuer: string, tokenSeconds: number): OauthServer {
  const provider = createProvider(storage, issuer, tokenSeconds);
  const callback = provider.callback();
  const failures = new WeakMap<object, Error>();
  provider.on('server_error', ({ req }, error) => failures.set(req, error));
  return {
    reply: async (endpoint, { resource: _ignored, ...parameters }, authorization) => {
      let handed: object = {};
      const dispatch = (request: IncomingMessage, response: ServerResponse) => {
        handed = request;
        void callback(request, response);
      };
      const payload = stringify(parameters);
      const { statusCode, headers, body } = await inject(dispatch, {
        method: 'POST',
        url: endpoint,
        headers: {
          ...(payload !== '' && { 'content-type': 'application/x-www-form-urlencoded' }),
          accept: 'application/json',
          ...(authorization !== undefined && { authorization }),
        },
        payload,
      });
      const failure = failures.get(handed);
      if (failure !== undefined) throw failure;
      const passed = PASSED_ON.filter((name) => headers[name] !== undefined);
      return {
        status: statusCode,
        headers: Object.fromEntries(passed.map((name) => [name, String(headers[name])])),
        body,
      };
    },
  };
}

function createProvider(storage: OauthStorage, issuer: string, tokenSeconds: number): Provider {
  const own = async (_context: unknown, client: { clientId: string }, token: { clientId?: string | undefined }) =>
    token.clientId === client.clientId;
  const provider = new Provider(issuer, {
    adapter: oauthAdapter(storage) as never,
    scopes: [...SCOPES],
    responseTypes: [],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clockTolerance: 0,
    ttl: { ClientCredentials: tokenSeconds },
    // The library requires a key, though the only enabled flow signs nothing. It lasts for the lifetime of the process.
    jwks: {
      keys: [
        { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256' },
      ] as never,
    },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    routes: { token: '/oauth/token', revocation: '/oauth/revoke', introspection: '/oauth/introspect' },
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: own },
      revocation: { enabled: true, allowedPolicy: own },
      devInteractions: { enabled: false },
      // Called after a client has authenticated and before its scopes are checked, so scopes are adjusted here.
      resourceIndicators: {
        enabled: true,
        defaultResource: async ({ oidc: { params } }, client) => {
          if (params !== undefined) params['scope'] = grantedScope(params['scope'], client.scope);
          return [];
        },
      },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
  });
  // Its tokens have the format of all our secrets, so that leaked ones can be found and are never displayed.
  Object.assign(provider.ClientCredentials.prototype, {
    generateTokenId(this: { format: string }) {
      this.format = 'opaque';
      return newSecret('access');
    },
  });
  provider.Client.prototype.compareClientSecret = function compareDigests(given: string) {
    const stored = (this.clientSecret ?? '').split(' ').map((hex: string) => Buffer.from(hex, 'hex'));
    return isOneOf(stored, given);
  };
  return provider;
}

/**
 * A request without a scope would get a token without permissions, so it gets all scopes of the client. An unknown
 * scope would be dropped silently, so it is rejected like one that the client does not have.
 */
function grantedScope(asked: unknown, all: string | undefined): string | undefined {
  const named = typeof asked === 'string' ? asked.split(' ').filter((scope) => scope !== '') : [];
  if (named.length === 0) return all;
  if (!named.every(isScope)) throw new errors.InvalidScope('requested scope is not allowed', undefined as never);
  return named.join(' ');
}

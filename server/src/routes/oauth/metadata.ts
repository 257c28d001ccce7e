import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { SCOPES } from '../../domain/tokens/scope.ts';
import { requestOrigin } from '../../plugins/access/origin.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';

const AUTHENTICATION = ['client_secret_basic', 'client_secret_post'];

const metadataRoute = (
  url: string,
  operationId: string,
  summary: string,
  describe: (origin: string) => object,
  deps: Deps,
): RouteOptions =>
  route({
    method: 'GET',
    url,
    schema: {
      operationId,
      tags: ['oauth'],
      security: OPEN_TO_ALL,
      summary,
      response: responses(
        {
          200: {
            description: 'The metadata',
            schema: { type: 'object', examples: [describe('https://quaestor.example')] },
          },
          304: NOT_MODIFIED,
        },
        [400, 406],
      ),
    },
    handler: async (request) => describe(requestOrigin(request, deps.config)),
  });

/** RFC 8414. */
export const serverMetadata = (deps: Deps) =>
  metadataRoute(
    '/.well-known/oauth-authorization-server',
    'getOauthServerMetadata',
    'The OAuth endpoints and what they accept',
    (origin) => ({
      issuer: origin,
      token_endpoint: `${origin}/oauth/token`,
      token_endpoint_auth_methods_supported: AUTHENTICATION,
      revocation_endpoint: `${origin}/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: AUTHENTICATION,
      introspection_endpoint: `${origin}/oauth/introspect`,
      introspection_endpoint_auth_methods_supported: AUTHENTICATION,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: SCOPES,
      service_documentation: `${origin}/docs`,
    }),
    deps,
  );

/** RFC 9728. */
export const resourceMetadata = (deps: Deps) =>
  metadataRoute(
    '/.well-known/oauth-protected-resource',
    'getProtectedResourceMetadata',
    'The server that issues tokens for this API, and its scopes',
    (origin) => ({
      resource: origin,
      authorization_servers: [deps.config.authIssuer ?? origin],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_documentation: `${origin}/docs`,
    }),
    deps,
  );

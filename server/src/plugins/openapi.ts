import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { SCOPE_MEANINGS } from '../domain/scope.ts';
import { API_VERSION } from '../version.ts';

/** openapi.json and /docs, generated from the schemas of the routes. Call before any route is added. */
export async function describeApi(app: FastifyInstance, shared: readonly object[]): Promise<void> {
  for (const schema of shared) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quaestor',
        version: API_VERSION,
        description:
          'A question database and analysis service. Errors are RFC 9457 problem documents; see /problems/{code}.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: `An API key, or an access token of POST /oauth/token. The scopes: ${describeScopes()}.`,
          },
        },
      },
      servers: [{ url: '/' }, { url: '/v1' }],
      tags: [
        { name: 'questions', description: 'The bank' },
        { name: 'draws', description: 'Draws that never repeat' },
        { name: 'analysis', description: 'What is wrong with the bank' },
        { name: 'duplicates', description: 'Pairs that are not the same question' },
        { name: 'tokens', description: 'API keys' },
        { name: 'clients', description: 'OAuth clients' },
        { name: 'oauth', description: 'Access tokens' },
        { name: 'audit', description: 'Who did what with credentials' },
        { name: 'system', description: 'Self-description and operation' },
      ],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `Schema${index}`,
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // Without TLS the page would otherwise ask for its scripts where nobody answers.
    transformStaticCSP: (policy) => policy.replace(/ ?upgrade-insecure-requests;?/u, ''),
    theme: { title: 'Quaestor API' },
    uiConfig: { layout: 'BaseLayout' },
    logLevel: 'warn',
  });
  app.get('/openapi.json', { schema: { hide: true, security: [] }, config: { json: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(renderOpenApi(app)),
  );
}

function describeScopes(): string {
  return Object.entries(SCOPE_MEANINGS)
    .map(([scope, meaning]) => `\`${scope}\` (${meaning})`)
    .join(', ');
}

/** The document as it is served and committed. */
export function renderOpenApi(app: FastifyInstance): string {
  const document = app.swagger() as Document;
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? []) writeStyleOut(parameter);
  }
  return `${JSON.stringify(document, null, 2)}\n`;
}

interface Parameter {
  schema?: { explode?: boolean };
  style?: string;
  explode?: boolean;
}

interface Document {
  paths?: Record<string, Record<string, { parameters?: Parameter[] }>>;
}

/** OpenAPI says how a list is written beside the schema, route schemas say it inside. */
function writeStyleOut(parameter: Parameter): void {
  if (parameter.schema?.explode === undefined) return;
  parameter.style = 'form';
  parameter.explode = parameter.schema.explode;
  delete parameter.schema.explode;
}

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../../config/version.ts';
import { SCOPE_MEANINGS } from '../../domain/tokens/scope.ts';
import type { LoadOpen } from '../access/access.ts';
import { bodyEtag } from '../http/conditional.ts';
import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse } from './document.ts';
import { describeExamples } from './examples.ts';
import { describeHeaders } from './headers.ts';

/** For people who open /docs for the first time. */
const TOKEN_PLACE = `Paste an API key or an access token here, without \`Bearer\`.

- **The first token** is the operator's. The first start prints it and keeps it in \`.quaestor/admin-token\` (under \`DATA_DIR\`);
  with \`BOOTSTRAP_TOKEN\` it is the value of that variable. If it is lost, \`npm run admin-token\` creates a new one.
- **For programs** make a key with \`POST /tokens\`, or a client with \`POST /clients\` that gets its tokens from \`POST /oauth/token\`.
- \`GET /tokens/current\` shows whose token it is and what it may do.`;

const DESCRIPTION = `A question database and analysis service.

**To try it here:** press _Authorize_ and paste a token: the first start prints the operator's and keeps it in
\`.quaestor/admin-token\`. Then open an operation, press _Try it out_ and _Execute_. The examples can be sent as
they stand. Only ids and secrets in them are made up: use your own.

Errors are problem documents (RFC 9457); \`/problems/{code}\` explains each code. A method that a path does not have is rejected with
405 and \`Allow\`. Beside the headers listed, every response has \`X-Content-Type-Options\`, \`Referrer-Policy\` and
\`Content-Security-Policy\`, over TLS also \`Strict-Transport-Security\`.`;

/** Allows only what the reference needs; its default policy would allow styles and fonts from any host. */
const REFERENCE_POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self' data:; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Serves openapi.json and /docs, generated from the schemas of the routes. Call before any route is added. */
export async function describeApi(app: FastifyInstance, shared: readonly object[], loadOpen: LoadOpen): Promise<void> {
  for (const schema of shared) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quaestor',
        version: VERSION,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: `${TOKEN_PLACE}\n\nThe scopes: ${describeScopes()}.`,
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'quaestor',
            description:
              'A person who is signed in (`POST /session`), with the scopes of the role. Over TLS the cookie is `__Host-quaestor`. A session works wherever a token does; never send both.',
          },
        },
      },
      servers: [{ url: '/' }, { url: '/v1' }],
      tags: [
        { name: 'questions', description: 'The bank' },
        { name: 'imports', description: 'Files of questions' },
        { name: 'comments', description: 'Comments on questions' },
        { name: 'views', description: 'Saved lists of questions' },
        { name: 'changes', description: 'Every write of questions, what it did, and how to revert it' },
        { name: 'events', description: 'The feed of changes' },
        { name: 'categories', description: 'The categories of questions' },
        { name: 'draws', description: 'Draws that never repeat' },
        { name: 'datasets', description: 'Snapshots of questions' },
        { name: 'analysis', description: 'Analyses of the bank' },
        { name: 'dismissals', description: 'Rows of analyses marked as fine' },
        { name: 'duplicates', description: 'Pairs marked as different questions' },
        { name: 'assignments', description: 'Rows of analyses assigned to people' },
        { name: 'webhooks', description: 'Events sent to other programs' },
        { name: 'people', description: 'Who can sign in' },
        { name: 'session', description: 'Signing in and out' },
        { name: 'passkeys', description: 'Passkeys of the person who is signed in' },
        { name: 'tokens', description: 'API keys' },
        { name: 'clients', description: 'OAuth clients' },
        { name: 'oauth', description: 'Access tokens' },
        { name: 'audit', description: 'Who did what with credentials' },
        { name: 'system', description: 'Self-description and operation' },
      ],
    },
    transformObject: (described) =>
      complete(
        ('openapiObject' in described ? described.openapiObject : described.swaggerObject) as RawDocument,
      ) as never,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `Schema${index}`,
    },
  });
  await loadOpen(() =>
    app.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: REFERENCE_POLICY,
      theme: { title: 'Quaestor API' },
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
      },
      logLevel: 'warn',
    }),
  );
  let rendered: { body: Buffer; etag: string } | undefined;
  app.get(
    '/openapi.json',
    { schema: { hide: true, security: [] }, config: { json: true } },
    async (_request, reply) => {
      rendered ??= withEtag(Buffer.from(JSON.stringify(app.swagger()))); // 500 KB: 130 ms the first time
      const { body, etag } = rendered;
      return reply.type('application/json; charset=utf-8').header('etag', etag).send(body);
    },
  );
}

function withEtag(body: Buffer): { body: Buffer; etag: string } {
  return { body, etag: bodyEtag(body) };
}

function describeScopes(): string {
  return Object.entries(SCOPE_MEANINGS)
    .map(([scope, meaning]) => `\`${scope}\` (${meaning})`)
    .join(', ');
}

/** The document as it is committed; it is served without line breaks, in half the bytes. */
export function renderOpenApi(app: FastifyInstance): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}

/** Adds what route schemas cannot express, once, when the description is first requested. */
function complete(document: RawDocument): RawDocument {
  const operations = Object.values(document.paths).flatMap((methods) => Object.entries(methods));
  for (const [, { parameters = [], responses }] of operations) {
    for (const parameter of parameters) writeStyleOut(parameter);
    for (const status of WITHOUT_BODY) delete responses[status]?.content;
  }
  for (const [, operation] of operations) addSessions(operation);
  const described = { components: document.components, operations };
  describeHeaders(described);
  describeExamples(described);
  shareRejections(described);
  shareNotModified(described);
  shareParameters(described);
  return withExtensions(document);
}

/** Our own keywords, renamed so that other readers of OpenAPI accept them. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  knownCategory: 'x-known-category',
  wholeAnswer: 'x-whole-answer',
};

function withExtensions<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withExtensions) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [EXTENSIONS[key] ?? key, withExtensions(child)]);
  return Object.fromEntries(entries) as Value;
}

/** Every 304 has the same headers, or also those of a page. */
function shareNotModified({ components, operations }: ApiDocument): void {
  const shared: Record<string, ApiResponse> = { ...components.responses };
  for (const [, { responses }] of operations) {
    const response = responses['304'];
    if (response === undefined) continue;
    const name = 'Link' in (response.headers ?? {}) ? 'page_not_modified' : 'not_modified';
    shared[name] ??= response;
    if (JSON.stringify(shared[name]) === JSON.stringify(response))
      responses['304'] = { $ref: `#/components/responses/${name}` };
  }
  components.responses = shared;
}

/** Rejections are nearly the same everywhere, so each is described once, under its code. */
function shareRejections({ components, operations }: ApiDocument): void {
  const shared: Record<string, ApiResponse> = {};
  for (const [, { responses }] of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const [code] = Object.keys(response.content?.['application/problem+json']?.examples ?? {});
      if (code === undefined) continue;
      shared[code] ??= response;
      if (JSON.stringify(shared[code]) === JSON.stringify(response))
        responses[status] = { $ref: `#/components/responses/${code}` };
    }
  }
  components.responses = shared;
}

/** Filters and paging are the same in many operations; those that differ under one name are numbered. */
function shareParameters({ components, operations }: ApiDocument): void {
  const shared = new Map(Object.entries({ ...components.parameters }).map(([key, one]) => [JSON.stringify(one), key]));
  const all = operations
    .flatMap(([, { parameters = [] }]) => parameters)
    .filter((one) => one.in === 'query' || one.in === 'header');
  const repeated = Map.groupBy(all, (parameter) => JSON.stringify(parameter));
  const keys = new Set(shared.values());
  for (const [text, same] of repeated) {
    const name = same[0]?.name ?? '';
    if (same.length === 1 || shared.has(text)) continue;
    let key = name;
    for (let number = 2; keys.has(key); number += 1) key = `${name}_${number}`;
    keys.add(key);
    shared.set(text, key);
  }
  for (const [, operation] of operations) {
    operation.parameters = (operation.parameters ?? []).map((parameter) => {
      const key = shared.get(JSON.stringify(parameter));
      return key === undefined ? parameter : { $ref: `#/components/parameters/${key}` };
    });
  }
  components.parameters = Object.fromEntries([...shared].map(([text, key]) => [key, JSON.parse(text) as object]));
}

/** The generator gives every reply a body. */
const WITHOUT_BODY = ['204', '302', '304'];

interface RawDocument {
  components: ApiDocument['components'];
  paths: Record<string, Record<string, ApiOperation>>;
}

/** A session works wherever a token does, for people whose role has the scope. */
function addSessions(operation: ApiOperation): void {
  const sessions = operation.security.flatMap((alternative) =>
    'bearer' in alternative ? [{ session: alternative.bearer }] : [],
  );
  operation.security = [...operation.security, ...sessions];
}

/** OpenAPI describes the style of a list next to the schema, route schemas describe it inside. */
function writeStyleOut(parameter: ApiParameter): void {
  if (parameter.schema?.explode === undefined) return;
  parameter.style = 'form';
  parameter.explode = parameter.schema.explode;
  delete parameter.schema.explode;
}

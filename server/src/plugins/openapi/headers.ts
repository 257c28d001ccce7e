import { VERSION } from '../../config/version.ts';
import type { ApiDocument, ApiOperation, ApiParameter } from './document.ts';

interface Header {
  description: string;
  schema: { type: 'string' | 'integer' };
  example: string | number;
  /** Whether it is present in every reply that lists it. */
  required?: true;
}

/**
 * Every header of a reply that a client can use. Headers for browsers only are in docs/reference/api-conventions.md.
 */
const RESPONSE_HEADERS = {
  'API-Version': text('The release of the service and its API', VERSION, true),
  'X-Request-Id': text(
    'Identifies the request in logs and problem documents',
    '01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
    true,
  ),
  'Cache-Control': text('Who may cache the response, and for how long', 'private, no-cache', true),
  'RateLimit-Policy': text(
    'The quota of points and its window in seconds; absent without limits',
    '"default";q=6000;w=60',
  ),
  RateLimit: text('Remaining points, and seconds until all of them are available again', '"default";r=5995;t=60'),
  ETag: text('The version of the resource, for `If-None-Match` and `If-Match`', '"1"'),
  Link: text(
    'RFC 8288. On lists, the next page (rel="next"); on a new question, an existing one that asks the same (rel="duplicate")',
    '</questions?limit=20&cursor=eyJ2IjoxfQ>; rel="next"',
  ),
  Location: text('The path of the created resource', '/questions/01a1dcb4-4c4a-75f8-b904-7e31f36f1181'),
  'Change-Id': text(
    'The change set of the write, see `GET /changes/{id}`; absent if nothing was changed',
    '01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
  ),
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' }, example: 1 },
  'Preference-Applied': text('RFC 7240. Which part of `Prefer` was honoured', 'return=minimal'),
  'Idempotent-Replayed': text('`true` if this is the response to an earlier request with the same key', 'true'),
  'WWW-Authenticate': text(
    'RFC 6750. What is wrong with the token, the required scope, and where to get a token',
    'Bearer realm="quaestor", error="invalid_token"',
  ),
  'Content-Disposition': text(
    'RFC 6266. The suggested file name; of an export the format, what was chosen, and the number of questions if the file is at most 1 MiB',
    'attachment; filename="kahoot-science-5.xlsx"',
  ),
  'X-Left-Out': {
    description:
      'How many questions the file leaves out because its format cannot contain them; a trailer of files over 1 MiB. The report of the export says why',
    schema: { type: 'integer' },
    example: 0,
  },
  'Set-Cookie': text('The session cookie, or its removal', 'quaestor=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'),
  'Content-Language': text('The language of the page', 'en'),
  'Cross-Origin-Resource-Policy': text('Pages of any origin may embed the picture', 'cross-origin'),
} as const satisfies Record<string, Header>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Without examples: /docs would send them by default, and get 304 and 412. */
const REQUEST_HEADERS = {
  'If-Match': 'The ETag that was read, in quotes; 412 if the version has changed since',
  'If-None-Match':
    'An ETag that the caller has. If it is still current, a read returns 304 without a body, and a write 412. `*` matches any version',
  'X-Request-Id': 'Your own id for the request, of letters, digits and `._:-`, which is returned',
  traceparent: 'W3C Trace Context; the log names its trace',
} as const;

type RequestHeader = keyof typeof REQUEST_HEADERS;

function text(description: string, example: string, required?: true): Header {
  return { description, schema: { type: 'string' }, example, ...(required && { required }) };
}

/** The headers of every response. */
const EVERYWHERE: readonly ResponseHeader[] = [
  'API-Version',
  'X-Request-Id',
  'Cache-Control',
  'RateLimit-Policy',
  'RateLimit',
];

const BY_STATUS: Readonly<Record<string, readonly ResponseHeader[]>> = {
  202: ['Retry-After'],
  401: ['WWW-Authenticate', 'Set-Cookie'],
  409: ['Retry-After'],
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
  504: ['Retry-After'],
};

/**
 * Writes every header into the description, in this one place. Headers that follow from the operation are derived; a
 * route lists the rest in `responses()`. This runs once, not per request.
 */
export function describeHeaders(document: ApiDocument): void {
  document.components.headers = RESPONSE_HEADERS;
  document.components.parameters = Object.fromEntries(
    Object.entries(REQUEST_HEADERS).map(([name, description]) => [
      name,
      { name, in: 'header', description, schema: { type: 'string' } },
    ]),
  );
  for (const [method, operation] of document.operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const own = Object.keys(response.headers ?? {}) as ResponseHeader[];
      const names = new Set([
        ...EVERYWHERE,
        ...(BY_STATUS[status] ?? []),
        ...derivedHeaders(operation, status),
        ...own,
      ]);
      response.headers = Object.fromEntries([...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
    }
    const sent = requestHeaders(method, operation).map((name) => ({ $ref: `#/components/parameters/${name}` }));
    operation.parameters = [...(operation.parameters ?? []), ...sent];
  }
}

function derivedHeaders({ parameters = [], responses, security }: ApiOperation, status: string): ResponseHeader[] {
  const takes = (name: string) => parameters.some((parameter: ApiParameter) => parameter.name === name);
  const isRead = status === '200' || status === '304';
  const headers: ResponseHeader[] = [];
  if (status === '403' && security.length > 0) headers.push('WWW-Authenticate');
  if (isRead && responses['304'] !== undefined) headers.push('ETag');
  if (isRead && takes('cursor')) headers.push('Link');
  if (status.startsWith('2') && takes('Idempotency-Key')) headers.push('Idempotent-Replayed');
  if (status.startsWith('2') && takes('Prefer')) headers.push('Preference-Applied');
  return headers;
}

function requestHeaders(method: string, { responses }: ApiOperation): RequestHeader[] {
  const headers: RequestHeader[] = [];
  const isUpsert = method === 'put' && responses['201'] !== undefined;
  if ((method === 'get' && responses['304'] !== undefined) || isUpsert) headers.push('If-None-Match');
  if (responses['412'] !== undefined) headers.push('If-Match');
  return [...headers, 'X-Request-Id', 'traceparent'];
}

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { catalogue, type ErrorCode } from '../../src/errors.ts';
import { OPERATOR, refusalDue } from './callers.ts';
import { isProblem } from './openapi-document.ts';
import type { FuzzRequest } from './request-arbitrary.ts';

/**
 * Refusals that belong to a path, a method or a connection and thus to no operation of openapi.json:
 * an id that holds a slash, or cannot be decoded, leads to no path (404 route_not_found), a path without the method
 * answers 405, a part of a path that is too long 414.
 */
const PATH_REFUSALS: readonly ErrorCode[] = ['route_not_found', 'method_not_allowed', 'uri_too_long'];

/** Where the method is none of the path's the body is still read first. */
const METHOD_REFUSALS: readonly ErrorCode[] = [
  ...PATH_REFUSALS,
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'unknown_field',
  'validation_error',
  'not_acceptable',
];

/** The only answers with a secret in them. */
const SHOW_SECRETS = new Set(['createToken', 'rotateToken', 'createClient', 'rotateClient', 'issueAccessToken']);
const SECRET = /q(?:st|at|cs)_[0-9A-Za-z]{36}/u;

/** RFC 6749, 5.2, and what it has no word for. */
const OAUTH_ERRORS = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_scope', 'unsupported_grant_type'],
  ...['rate_limited', 'temporarily_unavailable'],
]);

/** A body that names questions may name some that are gone. */
const NAME_QUESTIONS = new Set(['runAnalysis', 'createDismissal']);

const OBJECT_LIMIT_BYTES = 64 * 1024;

/** What is wrong with an answer, or undefined when it keeps every promise of openapi.json. */
export function faultOf(request: FuzzRequest, answer: LightMyRequestResponse): string | undefined {
  const status = answer.statusCode;
  if (status >= 500) return `${status}: ${answer.body}`;
  if (answer.headers['api-version'] === undefined) return 'no API-Version';
  if (answer.headers['x-request-id'] === undefined) return 'no X-Request-Id';
  const type = answer.headers['content-type']?.split(';')[0] ?? '';
  const body = readBody(answer);
  const leak = secretFault(request, answer, body);
  if (leak !== undefined) return leak;
  if (status >= 400 && request.operation.oauth && type === 'application/json') {
    const { error } = body as { error: string };
    if (!OAUTH_ERRORS.has(error)) return `an error that OAuth does not know: ${answer.body}`;
  } else if (status >= 400) {
    const fault = problemFault(body, answer, type);
    if (fault !== undefined) return fault;
    if (belongsToNoOperation(request, body as { code: ErrorCode })) return undefined;
  }
  const access = accessFault(request, status);
  if (access !== undefined) return `${access}: ${answer.body}`;
  const documented = request.operation.answers.get(status);
  if (documented === undefined) return `${status} is not documented: ${answer.body}`;
  if (status === 204 || status === 304) return answer.rawPayload.length === 0 ? undefined : `${status} has a body`;
  const fits = documented.get(type);
  if (fits === undefined) return `${status} is not documented with the content type "${type}"`;
  if (!fits(body))
    return `${status} has a body that breaks its schema: ${JSON.stringify(fits.errors)} in ${answer.body}`;
  return request.spoilt.length === 0 ? refusalFault(request, status, answer.body) : undefined;
}

/** A valid request may meet a state that is not the one it wished for; it is never a bad request. */
function refusalFault(request: FuzzRequest, status: number, body: string): string | undefined {
  const { headers, payload, operation } = request;
  const expected =
    status < 400 ||
    status === refusalDue(request) ||
    refusesStrangers(request, status) ||
    (status === 400 && NAME_QUESTIONS.has(operation.id) && body.includes('"code":"resource_missing"')) ||
    (status === 404 && operation.path.includes('{')) ||
    status === 409 ||
    (status === 412 && headers['if-match'] !== undefined) ||
    (status === 422 && headers['idempotency-key'] !== undefined) ||
    (status === 413 && (payload?.length ?? 0) > OBJECT_LIMIT_BYTES);
  return expected ? undefined : `${status} for a valid request: ${body}`;
}

/** Whoever may not is refused before anything else is looked at, and nobody else is. */
function accessFault(request: FuzzRequest, status: number): string | undefined {
  const { operation, spoilt } = request;
  if (operation.scopes === undefined) return undefined;
  const due = refusalDue(request);
  const certain = !spoilt.includes('path') && !spoilt.includes('method'); // these may lead to where nothing is guarded
  if (certain && due !== undefined && status !== due) return `${status} in place of ${due}`;
  if (refusesStrangers(request, status)) return undefined;
  return (status === 401 || status === 403) && status !== due ? `${status} for a caller who may` : undefined;
}

/** What somebody began, only he and the operator may end. */
function refusesStrangers({ operation, caller }: FuzzRequest, status: number): boolean {
  return status === 403 && caller !== OPERATOR && ['cancelAnalysis', 'deleteAnalysis'].includes(operation.id);
}

/** A secret is shown where one is made, to be kept by nobody on the way, and nowhere else. */
function secretFault({ operation }: FuzzRequest, answer: LightMyRequestResponse, body: unknown): string | undefined {
  const text = JSON.stringify(body);
  if (!SECRET.test(text)) return undefined;
  if (!SHOW_SECRETS.has(operation.id) || answer.statusCode >= 400) return `a secret is shown: ${text}`;
  return answer.headers['cache-control'] === 'no-store' ? undefined : 'a secret that may be stored on the way';
}

function problemFault(body: unknown, answer: LightMyRequestResponse, type: string): string | undefined {
  if (type !== 'application/problem+json') return `an error with the content type "${type}": ${answer.body}`;
  if (!isProblem(body)) return `not a problem: ${JSON.stringify(isProblem.errors)} in ${answer.body}`;
  const { code, status, request_id } = body as { code: string; status: number; request_id: string };
  if (!Object.hasOwn(catalogue, code)) return `the code ${code} is not in the catalogue`;
  if (catalogue[code as ErrorCode].status !== answer.statusCode) return `${code} with the status ${answer.statusCode}`;
  if (status !== answer.statusCode) return `the problem says ${status}, the answer ${answer.statusCode}`;
  if (request_id !== answer.headers['x-request-id']) return 'request_id and X-Request-Id differ';
  if (answer.statusCode === 405 && answer.headers['allow'] === undefined) return '405 without Allow';
  return undefined;
}

function belongsToNoOperation({ spoilt }: FuzzRequest, { code }: { code: ErrorCode }): boolean {
  if (spoilt.includes('method')) return METHOD_REFUSALS.includes(code);
  return spoilt.includes('path') && PATH_REFUSALS.includes(code);
}

function readBody(answer: LightMyRequestResponse): unknown {
  const bytes = decode(answer.rawPayload, answer.headers['content-encoding']);
  const text = bytes.toString();
  return /json/u.test(String(answer.headers['content-type'])) && text !== '' ? JSON.parse(text) : text;
}

function decode(bytes: Buffer, encoding: string | string[] | number | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { catalogue, type ErrorCode } from '../../src/errors.ts';
import { OPERATOR, rejectionDue } from './callers.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { isProblem } from './openapi-document.ts';

/**
 * Rejections that belong to a path, a method or a connection and thus to no operation of openapi.json: an id that
 * contains a slash, or cannot be decoded, leads to no path (404 route_not_found), a path without the method replies
 * with 405, and an overlong part of a path with 414.
 */
const PATH_REJECTIONS: readonly ErrorCode[] = ['route_not_found', 'method_not_allowed', 'uri_too_long'];

/** If the path does not support the method, the body is still read first. */
const METHOD_REJECTIONS: readonly ErrorCode[] = [
  ...PATH_REJECTIONS,
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'unknown_field',
  'validation_error',
  'not_acceptable',
];

/** The URL parser interprets two dots, escaped or not, as the parent folder. */
const CLIMBS = /\/(?:\.|%2e){2}(?=[/?]|$)/iu;

/** The only replies that contain a secret. */
const SHOW_SECRETS = new Set([
  'createToken',
  'rotateToken',
  'createClient',
  'rotateClient',
  'issueAccessToken',
  'createWebhook',
  'rotateWebhook',
  'createPerson',
  'createSignInLink',
]);
const SECRET = /q(?:st|at|cs|ss|sl)_[0-9A-Za-z]{36}|whsec_[0-9A-Za-z+/]{32}/u;

/** RFC 6749, 5.2, and errors that it has no code for. */
const OAUTH_ERRORS = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_scope', 'unsupported_grant_type'],
  ...['rate_limited', 'temporarily_unavailable'],
]);

/** A body that names questions or people may name deleted ones, and a filter may match none at all. */
const NAME_QUESTIONS = new Set([
  ...['runAnalysis', 'createDismissal', 'createRowDismissal', 'createDataset', 'createAssignment', 'updateAssignment'],
  ...['assignInBulk', 'createComment', 'updateComment'], // people, who may have been removed
  'mergeQuestion',
  ...['exportQuestions', 'reportQuestionExport', 'exportDataset', 'reportDatasetExport'], // in `after`
]);
const NOT_THERE = /"code":"(?:resource_missing|empty_set)"/u;

const INTO_ITSELF = /merged into itself/u;

/** Several levels and the ends of a range may exclude one another. */
const EMPTY_RANGE = /No level satisfies/u;

const OBJECT_LIMIT_BYTES = 64 * 1024;

/** Browsers are redirected there, and see a page if they ask for one. */
const SHOW_PAGES = new Set(['beginOpenidSession', 'finishOpenidSession']);

/** Describes what is wrong with a reply; undefined if it keeps every promise of openapi.json. */
export function faultOf(request: FuzzRequest, reply: LightMyRequestResponse): string | undefined {
  const status = reply.statusCode;
  if (status >= 500) return `${status}: ${reply.body}`;
  if (reply.headers['api-version'] === undefined) return 'no API-Version';
  if (reply.headers['x-request-id'] === undefined) return 'no X-Request-Id';
  const type = reply.headers['content-type']?.split(';')[0] ?? '';
  const body = readBody(reply);
  const leak = secretFault(request, reply, body);
  if (leak !== undefined) return leak;
  if (status >= 400 && request.operation.oauth && type === 'application/json') {
    const { error } = body as { error: string };
    if (!OAUTH_ERRORS.has(error)) return `an error that OAuth does not know: ${reply.body}`;
  } else if (status >= 400) {
    if (type === 'text/html' && SHOW_PAGES.has(request.operation.id)) return undefined;
    const fault = problemFault(body, reply, type);
    if (fault !== undefined) return fault;
    if (belongsToNoOperation(request, body as { code: ErrorCode })) return undefined;
  }
  if (CLIMBS.test(request.url)) return undefined; // another operation replies
  const access = accessFault(request, status);
  if (access !== undefined) return `${access}: ${reply.body}`;
  const documented = request.operation.replies.get(status);
  if (documented === undefined) return `${status} is not documented: ${reply.body}`;
  if (status === 204 || status === 304) return reply.rawPayload.length === 0 ? undefined : `${status} has a body`;
  const fits = documented.get(type);
  if (fits === undefined) return `${status} is not documented with the content type "${type}"`;
  if (!fits(body))
    return `${status} has a body that breaks its schema: ${JSON.stringify(fits.errors)} in ${reply.body}`;
  return request.spoilt.length === 0 ? rejectionFault(request, status, JSON.stringify(body)) : undefined;
}

/** Which filters, orders and other runs are possible depends on the type of the run, which is not part of the URL. */
const ASKED_PER_RUN = new Set(['listAnalysisItems', 'compareAnalyses']);
const OTHER_TYPE =
  /"code":"not_allowed","detail":"(?:The rows of \w+ cannot be|\S.* of these rows: there are|The other run is of type)/u;

/** The kind of the stored question decides which changes and answers it allows. */
const DEPEND_ON_KIND = new Set([
  'updateQuestion',
  'patchQuestion',
  'putQuestionByExternalId',
  'mergeQuestion',
  'checkAnswer',
]);
const UPSERT = /[?&]on_conflict=update/u;
const OF_ANSWER =
  /"pointer":"#(?:\/\d+)?\/(?:question_text|kind|correct_answer|accepted_answers|incorrect_answers|key|scoring|answer)[/"]/u;

function isOfOtherKind({ operation, url }: FuzzRequest, body: string): boolean {
  return (
    OF_ANSWER.test(body) &&
    (DEPEND_ON_KIND.has(operation.id) || (operation.id === 'createQuestions' && UPSERT.test(url)))
  );
}

/** Whether a file can be continued depends on its format. */
const EXPORTS = new Set(['exportQuestions', 'exportDataset']);
const CANNOT_CONTINUE = /"code":"conflicting_parameters"/u;

/** A valid request may find an unexpected state, but it is never a bad request. */
function rejectionFault(request: FuzzRequest, status: number, body: string): string | undefined {
  const { headers, payload, operation } = request;
  const expected =
    status < 400 ||
    status === rejectionDue(request) ||
    requiresMore(request, status) ||
    (status === 400 && NAME_QUESTIONS.has(operation.id) && NOT_THERE.test(body)) ||
    (status === 400 && operation.id === 'mergeQuestion' && INTO_ITSELF.test(body)) ||
    (status === 400 && ASKED_PER_RUN.has(operation.id) && OTHER_TYPE.test(body)) ||
    (status === 400 && isOfOtherKind(request, body)) ||
    (status === 400 && EMPTY_RANGE.test(body)) ||
    (status === 400 && EXPORTS.has(operation.id) && CANNOT_CONTINUE.test(body)) ||
    (status === 404 && operation.path.includes('{')) ||
    (status === 403 && operation.id === 'getLinkedPlot') || // nobody guesses a signature
    (status === 401 && operation.id === 'createSession') || // nor a link
    (status === 400 && operation.id === 'createPasskeySession') || // nor an attempt
    (status === 404 && operation.path.startsWith('/session/openid')) || // there is no provider
    status === 409 ||
    (status === 412 && headers['if-match'] !== undefined) ||
    (status === 422 && headers['idempotency-key'] !== undefined) ||
    (status === 413 && (payload?.length ?? 0) > OBJECT_LIMIT_BYTES);
  return expected ? undefined : `${status} for a valid request: ${body}`;
}

/** A caller without permission is rejected before anything else is examined, and nobody else is. */
function accessFault(request: FuzzRequest, status: number): string | undefined {
  const { operation, spoilt } = request;
  if (operation.scopes === undefined) return undefined;
  const due = rejectionDue(request);
  const certain = !spoilt.includes('path') && !spoilt.includes('method'); // otherwise the path may be unguarded
  if (certain && due !== undefined && status !== due) return `${status} in place of ${due}`;
  if (requiresMore(request, status)) return undefined;
  return (status === 401 || status === 403) && status !== due ? `${status} for a caller who may` : undefined;
}

/** Operations on something that only the principal who created it and the operator may change. */
const OF_SOMEBODY = new Set(['cancelAnalysis', 'deleteAnalysis', 'updateComment', 'deleteComment', 'updateAssignment']);
/** Operations on resources with an author, which require a token. */
const NEEDS_NAME = /^(?:assignInBulk|(?:create|update|delete)(?:View|Comment|Assignment))$/u;
/** Operations that may delete questions, which is only known when the body has been read. */
const MAY_DELETE = new Set(['changeQuestionsInBulk', 'mergeQuestion', 'revertChange']);

function requiresMore({ operation, caller }: FuzzRequest, status: number): boolean {
  if (status === 401) return NEEDS_NAME.test(operation.id);
  if (status !== 403 || caller === OPERATOR) return false;
  return OF_SOMEBODY.has(operation.id) || MAY_DELETE.has(operation.id);
}

/** Secrets are only shown when they are created, in replies that must not be cached. */
function secretFault({ operation }: FuzzRequest, reply: LightMyRequestResponse, body: unknown): string | undefined {
  const text = JSON.stringify(body);
  if (!SECRET.test(text)) return undefined;
  if (!SHOW_SECRETS.has(operation.id) || reply.statusCode >= 400) return `a secret is shown: ${text}`;
  return reply.headers['cache-control'] === 'no-store' ? undefined : 'a secret that may be stored on the way';
}

function problemFault(body: unknown, reply: LightMyRequestResponse, type: string): string | undefined {
  if (type !== 'application/problem+json') return `an error with the content type "${type}": ${reply.body}`;
  if (!isProblem(body)) return `not a problem: ${JSON.stringify(isProblem.errors)} in ${reply.body}`;
  const { code, status, request_id } = body as { code: string; status: number; request_id: string };
  if (!Object.hasOwn(catalogue, code)) return `the code ${code} is not in the catalogue`;
  if (catalogue[code as ErrorCode].status !== reply.statusCode) return `${code} with the status ${reply.statusCode}`;
  if (status !== reply.statusCode) return `the problem says ${status}, the reply ${reply.statusCode}`;
  if (request_id !== reply.headers['x-request-id']) return 'request_id and X-Request-Id differ';
  if (reply.statusCode === 405 && reply.headers['allow'] === undefined) return '405 without Allow';
  return undefined;
}

function belongsToNoOperation({ spoilt }: FuzzRequest, { code }: { code: ErrorCode }): boolean {
  if (spoilt.includes('method')) return METHOD_REJECTIONS.includes(code);
  return spoilt.includes('path') && PATH_REJECTIONS.includes(code);
}

function readBody(reply: LightMyRequestResponse): unknown {
  const bytes = decode(reply.rawPayload, reply.headers['content-encoding']);
  const text = bytes.toString();
  return /\bjson\b/u.test(String(reply.headers['content-type'])) && text !== '' ? JSON.parse(text) : text;
}

function decode(bytes: Buffer, encoding: string | string[] | number | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}

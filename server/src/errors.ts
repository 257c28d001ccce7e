import { analysisErrors } from './errors/analysis-errors.ts';
import { bulkErrors } from './errors/bulk-errors.ts';
import { categoryErrors } from './errors/category-errors.ts';
import { changeErrors } from './errors/change-errors.ts';
import { datasetErrors } from './errors/dataset-errors.ts';
import { importErrors } from './errors/import-errors.ts';
import { peopleErrors } from './errors/people-errors.ts';
import { signInErrors } from './errors/sign-in-errors.ts';
import { teamErrors } from './errors/team-errors.ts';
import { webhookErrors } from './errors/webhook-errors.ts';

/**
 * The error catalogue. Codes are append-only: a retired code keeps its line, marked so, and is never used again.
 * `cause` and `fix` are what `/problems/{code}` and docs/reference/errors.md say.
 */
interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

export const catalogue = {
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    cause: 'The request body is not well-formed JSON in UTF-8.',
    fix: 'Send one JSON value, UTF-8 encoded, with nothing after it. The detail names the place where parsing stopped.',
  },
  validation_error: {
    status: 400,
    title: 'Validation failed',
    cause: 'One or more values in the body, the query or a header are not allowed.',
    fix: 'Fix every entry in `errors`: each names the place by pointer, parameter or header, and what is allowed there.',
  },
  unknown_field: {
    status: 400,
    title: 'Unknown field in the body',
    cause: 'The operation has no field of this name. Unknown fields are rejected, never ignored.',
    fix: 'Remove the field or correct its name; the detail suggests the closest one.',
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown query parameter',
    cause: 'The operation has no parameter of this name. Unknown parameters are rejected, never ignored.',
    fix: 'Remove the parameter or correct its name; the detail suggests the closest one.',
  },
  duplicate_parameter: {
    status: 400,
    title: 'Repeated query parameter',
    cause: 'A query parameter that takes one value was given more than once.',
    fix: 'Give it once. The reference marks the parameters that can be repeated.',
  },
  conflicting_parameters: {
    status: 400,
    title: 'Conflicting parameters',
    cause: 'Parameters were combined that exclude each other, such as `cursor` and `offset`.',
    fix: 'Keep one of the parameters that `errors` names.',
  },
  page_too_large: {
    status: 400,
    title: 'The page is too large',
    cause: 'The rows of the page exceed 16 MiB together. No row is left out.',
    fix: 'Request the page with the `limit` (or `count`) that the detail names, or a smaller one, and continue by cursor.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    cause: 'The cursor is damaged, or it belongs to other filters or another order.',
    fix: 'Use `next_cursor` unchanged with the same filters and sort, or start again without a cursor.',
  },
  id_mismatch: {
    status: 400,
    title: 'The body and the path name different questions',
    cause: 'The `id` or `external_id` in the body differs from the one in the path.',
    fix: 'Leave it out of the body, or send the question to its own path.',
  },
  resource_missing: {
    status: 400,
    title: 'The request names questions that do not exist',
    cause: 'One or more ids belong to no question, or to a deleted one. `errors` points to the first 100 of them.',
    fix: 'Remove or correct these ids. GET /questions?ids=… shows which exist.',
  },
  invalid_idempotency_key: {
    status: 400,
    title: 'The Idempotency-Key is malformed',
    cause:
      'The Idempotency-Key header is empty, longer than 255 characters, or contains characters outside printable ASCII.',
    fix: 'Send 1 to 255 printable ASCII characters, bare or in double quotes; a UUID is a good choice.',
  },
  authentication_required: {
    status: 401,
    title: 'Authentication required',
    cause: 'The operation needs a token, and the request has no `Authorization` header.',
    fix: 'Send `Authorization: Bearer …` with an API key, or an access token from POST /oauth/token.',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid token',
    cause: 'The token is malformed, unknown, expired or revoked; the response does not say which.',
    fix: 'Check the `Authorization: Bearer …` header, or get a new token from POST /oauth/token or from the person who manages your keys.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The token lacks a scope',
    cause: 'The token is valid, but it does not have the scope that the operation needs.',
    fix: 'Use a token with the scope that the detail names; GET /tokens/current shows what the token has.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Pages of this origin are not allowed',
    cause: 'The Origin header names a web page that is not in CORS_ORIGINS.',
    fix: 'Programs should omit the Origin header. For a web page, the operator adds its origin to CORS_ORIGINS.',
  },
  invalid_link: {
    status: 403,
    title: 'The link does not work',
    cause: 'The link has expired, or this service did not make it.',
    fix: 'Ask for a new link: POST /analysis/{id}/plots/{plot}/link.',
  },
  question_not_found: {
    status: 404,
    title: 'No such question',
    cause: 'No question has this id, or it was deleted.',
    fix: 'Check the id. A deleted question can be restored for 30 days by POST /questions/{id}/restore.',
  },
  draw_not_found: {
    status: 404,
    title: 'No such draw',
    cause: 'No draw has this id, or it was not used for 30 days.',
    fix: 'Open a new draw by POST /draws.',
  },
  token_not_found: {
    status: 404,
    title: 'No such token',
    cause: 'You manage no API key with this id, or it was revoked or has expired.',
    fix: 'See GET /tokens for the keys you manage.',
  },
  client_not_found: {
    status: 404,
    title: 'No such client',
    cause: 'You manage no OAuth client with this id, or it was deleted.',
    fix: 'See GET /clients for the clients you manage.',
  },
  problem_not_found: {
    status: 404,
    title: 'No such problem',
    cause: 'The error catalogue has no such code.',
    fix: 'See docs/reference/errors.md for every code.',
  },
  route_not_found: {
    status: 404,
    title: 'No such path',
    cause: 'The service has nothing at this path.',
    fix: 'See /docs for every path; the detail suggests the closest one.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    cause: 'The path exists, but does not support this HTTP method.',
    fix: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    title: 'Only JSON can be returned',
    cause: 'The `Accept` header excludes application/json.',
    fix: 'Send `Accept: application/json` or leave the header out.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    cause: 'The whole request did not arrive within the time limit.',
    fix: 'Send it again. On a slow connection, split large arrays.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'A request with this Idempotency-Key is in progress',
    cause: 'Another request with the same Idempotency-Key has not finished yet.',
    fix: 'Wait for `Retry-After` seconds and send the same request again; it gets the same response.',
  },
  not_deleted: {
    status: 409,
    title: 'The question is not deleted',
    cause: 'Only a deleted question can be restored.',
    fix: 'No action is needed: the question exists.',
  },
  external_id_taken: {
    status: 409,
    title: 'The external_id belongs to another question',
    cause: 'Another question already has this `external_id`, or two questions of the request share it.',
    fix: 'Choose another `external_id`, or update the question that has it: GET /questions?external_id=… finds it.',
  },
  duplicate_question: {
    status: 409,
    title: 'The question already exists',
    cause:
      'With `on_duplicate=reject`: another question asks the same, in the same or in other words, or has the same wording with another answer.',
    fix: 'Look at the question that `existing_id` names. Edit it, or send the new one with `on_duplicate=allow` to keep both.',
  },
  precondition_failed: {
    status: 412,
    title: 'It has changed since it was read',
    cause: 'The `If-Match` header does not name the current version.',
    fix: 'Read it again, apply the change to the new version and send it with the new ETag.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    cause:
      'The limit is 64 KiB for a single object, and 10 MiB for an array of questions or a request for an analysis.',
    fix: 'Send smaller bodies: split an array into several requests.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URL is too long',
    cause: 'The path or one of its parts is longer than the service accepts.',
    fix: 'Shorten the URL; request fewer ids at once.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be JSON',
    cause: 'The Content-Type is not application/json, or the body has a Content-Encoding.',
    fix: 'Send `Content-Type: application/json` and an uncompressed body.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used with another body',
    cause:
      'The key belongs to an earlier request with another body, or from a token whose scopes show other fields of questions.',
    fix: 'Use a new key for a new request. To repeat a request, send exactly the same body with the same scopes.',
  },
  precondition_required: {
    status: 428,
    title: 'If-Match is required',
    cause: 'This service is configured to reject changes without an `If-Match` header.',
    fix: 'Send the ETag of the version you have read as `If-Match`.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    cause:
      'The quota of points is used up, or too many tokens or logins from this network failed; the detail says which. `RateLimit-Policy` states the quota and its window.',
    fix: 'Wait for `Retry-After` seconds. The `RateLimit` header of every response shows what is left.',
  },
  concurrency_limited: {
    status: 429,
    title: 'Too many requests at once',
    cause:
      'This principal has reached its limit of unfinished analyses, searches or exports in progress or responses being sent; the detail says which.',
    fix: 'Wait for one to end. Analyses can be canceled: GET /analysis?status=running lists them. Send searches one at a time.',
  },
  quota_exceeded: {
    status: 429,
    title: 'Storage quota exceeded',
    cause:
      'A principal can keep a limited number of draws, keys, clients, webhooks, dismissals, datasets, analyses, views, comments and assignments, and store a limited amount of data a day.',
    fix: 'The detail names the limit. Delete what you no longer need, or wait for `Retry-After` seconds where it is given.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    cause: 'Request line and headers together exceed 64 KiB.',
    fix: 'Shorten the headers or the query; request fewer ids at once.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    cause: 'The service has a defect. The error was logged under the request id.',
    fix: 'Try again; if it persists, report the request id.',
  },
  service_unavailable: {
    status: 503,
    title: 'The service is unavailable',
    cause: 'The database is unreachable, restarting or does not respond.',
    fix: 'Send the request again after `Retry-After` seconds. A POST with an Idempotency-Key is safe to repeat.',
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded',
    cause: 'This process is too busy for more work of this kind; reads are rejected last.',
    fix: 'Send the request again after `Retry-After` seconds. A POST with an Idempotency-Key is safe to repeat.',
  },
  timeout: {
    status: 504,
    title: 'The operation timed out',
    cause:
      'A statement exceeded its time limit (by default 5 s for reads and 15 s for writes), or the request exceeded its own (20 s).',
    fix: 'Narrow the filter, page by cursor instead of a deep offset, or try again after `Retry-After` seconds. A POST with an Idempotency-Key is safe to repeat.',
  },
  ...categoryErrors,
  ...analysisErrors,
  ...datasetErrors,
  ...importErrors,
  ...peopleErrors,
  ...teamErrors,
  ...changeErrors,
  ...webhookErrors,
  ...signInErrors,
  ...bulkErrors,
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;

/** What can be wrong with one value; part of the public contract, like the codes above. */
export const violationCodes = {
  required: 'The value is missing.',
  invalid_type: 'The value has the wrong JSON type.',
  too_short: 'The text or list is too short.',
  too_long: 'The text or list is too long.',
  out_of_range: 'The number is outside its range.',
  not_allowed: 'The value is not one of those allowed.',
  invalid_format: 'The text does not have the required form.',
  invalid_characters:
    'The text contains U+0000, half of a surrogate pair, a control character other than tabs and line breaks, or more than 30 combining marks in a row.',
  too_deep: 'The body is nested too deeply.',
  no_search_words: 'The search text contains no searchable word.',
  only_negated_words: 'The search text excludes words and requires none.',
  unknown_field: 'The field does not exist.',
  unknown_parameter: 'The query parameter does not exist.',
  duplicate_parameter: 'The query parameter is repeated.',
  conflicting_parameters: 'The parameter conflicts with another one.',
  page_too_large: 'The page has too many bytes; `maximum` says how many rows fit.',
  invalid_cursor: 'The cursor is damaged or belongs to another query.',
  id_mismatch: 'The id or external_id differs from the one in the path.',
  read_only: 'The service sets this value, and it differs from the one sent.',
  empty_set: 'The filter matches no question.',
  resource_missing: 'No question has this id.',
  external_id_taken: 'The external_id belongs to another question.',
  category_closed: 'The category is being merged into another one, or was deleted.',
  duplicate_question: 'Another question asks the same; `existing_id` names it.',
} as const;

export type ViolationCode = keyof typeof violationCodes;

export interface Violation {
  code: ViolationCode;
  detail: string;
  pointer?: string;
  parameter?: string;
  header?: string;
  allowed?: readonly (string | number)[];
  existing_id?: string;
  maximum?: number;
}

export const MAX_VIOLATIONS = 100;

/** The parts of a problem document that differ between problems with the same code. */
interface ProblemMembers {
  /** How many questions a filter matches. */
  actual_count?: number;
  /** The question that another one was merged into. */
  merged_into?: string;
}

interface AppErrorOptions {
  detail?: string;
  errors?: readonly Violation[];
  members?: ProblemMembers;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** Thrown anywhere, translated to a problem document in plugins/http/error-handler.ts and nowhere else. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly Violation[];
  readonly members: ProblemMembers;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const { stackTraceLimit } = Error;
    // Nobody reads where in the code a caller's mistake was found, which took a fifth of the time of checking a file.
    if (catalogue[code].status < 500) Error.stackTraceLimit = 0;
    super(options.detail ?? catalogue[code].title, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'AppError';
    this.code = code;
    this.status = catalogue[code].status;
    this.detail = options.detail ?? `${catalogue[code].cause} ${catalogue[code].fix}`;
    this.errors = (options.errors ?? []).slice(0, MAX_VIOLATIONS);
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }
}

/**
 * Violations of one kind get that kind's own problem code, a mixture gets `validation_error`. `total` counts those as
 * well that were not put into words.
 */
export function violationError(violations: readonly Violation[], total = violations.length): AppError {
  const kinds = new Set(violations.map((violation) => violation.code));
  const [only] = kinds;
  const code = kinds.size === 1 && only !== undefined && only in catalogue ? (only as ErrorCode) : 'validation_error';
  const [first] = violations;
  const more = total > 1 ? ` (and ${total - 1} more in \`errors\`)` : '';
  return new AppError(code, { detail: `${first?.detail ?? catalogue[code].cause}${more}`, errors: violations });
}

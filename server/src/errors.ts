/**
 * The error catalogue. Codes are append-only: a retired code keeps its line, marked so, and is never used again.
 * `cause` and `cure` are what `/problems/{code}` and docs/reference/errors.md say.
 */
interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  readonly cause: string;
  readonly cure: string;
}

export const catalogue = {
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    cause: 'The request body is not well-formed JSON in UTF-8.',
    cure: 'Send one JSON value, UTF-8 encoded, with nothing after it. The detail names the place where parsing stopped.',
  },
  validation_error: {
    status: 400,
    title: 'The request breaks a rule',
    cause: 'One or more values in the body, the query or a header break the rules of the operation.',
    cure: 'Mend every entry of `errors`: each names the place by pointer, parameter or header, and what is allowed there.',
  },
  unknown_field: {
    status: 400,
    title: 'The body has a field that does not exist',
    cause: 'A field of the body is not part of the operation. Nothing is dropped in silence.',
    cure: 'Remove the field or mend its spelling: the detail names the nearest known field.',
  },
  unknown_parameter: {
    status: 400,
    title: 'The query has a parameter that does not exist',
    cause: 'A query parameter is not part of the operation. Nothing is ignored in silence.',
    cure: 'Remove the parameter or mend its spelling: the detail names the nearest known one.',
  },
  duplicate_parameter: {
    status: 400,
    title: 'A query parameter is repeated',
    cause: 'A query parameter that takes one value was given more than once.',
    cure: 'Give it once. Repeatable parameters are marked so in the reference.',
  },
  conflicting_parameters: {
    status: 400,
    title: 'Two parameters exclude each other',
    cause: 'Parameters were given together that cannot both hold, such as `cursor` and `offset`.',
    cure: 'Keep one of the parameters that the errors name.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor cannot be used here',
    cause: 'The cursor is damaged, or it was made for other filters or another order.',
    cure: 'Use `next_cursor` unchanged with the same filters and sort, or start again without a cursor.',
  },
  id_mismatch: {
    status: 400,
    title: 'The body names another question than the path',
    cause: 'The `id` in the body differs from the id in the path.',
    cure: 'Leave `id` out of the body or send it to its own path.',
  },
  resource_missing: {
    status: 400,
    title: 'The request names questions that do not exist',
    cause: 'One or more ids name no question, or a deleted one. Each is named with its pointer, the first 100 of them.',
    cure: 'Leave them out, or correct them. GET /questions?ids=… tells which exist.',
  },
  invalid_idempotency_key: {
    status: 400,
    title: 'The Idempotency-Key is malformed',
    cause:
      'The Idempotency-Key header is empty, longer than 255 characters, or holds characters outside printable ASCII.',
    cure: 'Send 1 to 255 printable ASCII characters, bare or in double quotes; a UUID is a good choice.',
  },
  authentication_required: {
    status: 401,
    title: 'A token is needed',
    cause: 'The operation needs a token, and the request has no `Authorization` header.',
    cure: 'Send `Authorization: Bearer …` with an API key or an access token of POST /oauth/token.',
  },
  invalid_token: {
    status: 401,
    title: 'The token is not valid',
    cause: 'The token is malformed, unknown, expired or revoked; which of these is not told.',
    cure: 'Check the `Authorization: Bearer …` header, or get a new token: POST /oauth/token, or ask who manages your keys.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The token lacks a scope',
    cause: 'The token is valid, but it does not have the scope that the operation needs.',
    cure: 'Use a token with the scope that the detail names; GET /tokens/current shows what the token has.',
  },
  question_not_found: {
    status: 404,
    title: 'No such question',
    cause: 'No question has this id, or it was deleted.',
    cure: 'Check the id. A deleted question can be restored for 30 days by POST /questions/{id}/restore.',
  },
  draw_not_found: {
    status: 404,
    title: 'No such draw',
    cause: 'No draw has this id, or it was not used for 30 days.',
    cure: 'Open a new draw by POST /draws.',
  },
  token_not_found: {
    status: 404,
    title: 'No such token',
    cause: 'You manage no API key with this id, or it was revoked or has expired.',
    cure: 'See GET /tokens for the keys you manage.',
  },
  client_not_found: {
    status: 404,
    title: 'No such client',
    cause: 'You manage no OAuth client with this id, or it was deleted.',
    cure: 'See GET /clients for the clients you manage.',
  },
  problem_not_found: {
    status: 404,
    title: 'No such problem',
    cause: 'The error catalogue has no such code.',
    cure: 'See docs/reference/errors.md for every code.',
  },
  analysis_not_found: {
    status: 404,
    title: 'No such analysis',
    cause:
      'No analysis has this id, or it is past its time: analyses are kept for 30 days unless configured otherwise.',
    cure: 'Check the id; GET /analysis lists what there is. Run the analysis again if it has expired.',
  },
  dismissal_not_found: {
    status: 404,
    title: 'No such dismissal',
    cause: 'No pair of questions is marked as not the same under this id, or that was withdrawn.',
    cure: 'GET /duplicates/dismissals lists what there is. A pair marked again has a new id.',
  },
  plot_not_found: {
    status: 404,
    title: 'No such plot',
    cause: 'The analysis has not succeeded (yet), or its result has no plot of this name.',
    cure: 'See `result.plots` of the analysis: `id` names each plot. Addresses end in .svg or .png.',
  },
  route_not_found: {
    status: 404,
    title: 'No such path',
    cause: 'The service has nothing at this path.',
    cure: 'See /docs for every path; the detail names the nearest one.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not take this method',
    cause: 'The path exists, but not with this HTTP method.',
    cure: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    title: 'Only JSON can be returned',
    cause: 'The `Accept` header excludes application/json.',
    cure: 'Send `Accept: application/json` or leave the header out.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    cause: 'The whole request did not arrive within the time limit.',
    cure: 'Send it again; send large arrays in smaller parts over a slow line.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'A request with this Idempotency-Key is under way',
    cause: 'Another request with the same Idempotency-Key has not finished yet.',
    cure: 'Wait for `Retry-After` seconds and send the same request again: it gets the same answer.',
  },
  analysis_finished: {
    status: 409,
    title: 'The analysis has ended',
    cause: 'Only an analysis that is queued or running can be canceled.',
    cure: 'Nothing needs to be done. DELETE /analysis/{id} removes an analysis and its result.',
  },
  not_deleted: {
    status: 409,
    title: 'The question is not deleted',
    cause: 'Only a deleted question can be restored.',
    cure: 'Nothing needs to be done: the question is there.',
  },
  external_id_taken: {
    status: 409,
    title: 'The external_id belongs to another question',
    cause: 'Another question already has this `external_id`, or two questions of the request share it.',
    cure: 'Choose another `external_id`, or update the question that has it: GET /questions?external_id=… finds it.',
  },
  duplicate_question: {
    status: 409,
    title: 'The question is there already',
    cause:
      'With `on_duplicate=reject`: another question asks the same, word for word or in other words, or has the same wording and another answer.',
    cure: 'Look at the question that `existing_id` names. Edit it, or send the new one with `on_duplicate=allow` if both are wanted.',
  },
  precondition_failed: {
    status: 412,
    title: 'The question has changed since it was read',
    cause: 'The `If-Match` header does not name the current version.',
    cure: 'Read the question again, apply the change to the new version and send it with the new ETag.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    cause: 'A single object may have 64 KiB, an array of questions and the request for an analysis 10 MiB.',
    cure: 'Send smaller bodies: split an array into several requests.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    cause: 'The path or one of its parts is longer than the service accepts.',
    cure: 'Shorten the address; ask for fewer ids at once.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be JSON',
    cause: 'The Content-Type is not application/json, or the body carries a Content-Encoding.',
    cure: 'Send `Content-Type: application/json` and an uncompressed body.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used with another body',
    cause: 'The key belongs to an earlier request with a different body.',
    cure: 'Use a new key for a new request; repeat a request with exactly the same body.',
  },
  precondition_required: {
    status: 428,
    title: 'If-Match is required',
    cause: 'This service is set to refuse changes without an `If-Match` header.',
    cure: 'Send the ETag of the version you have read as `If-Match`.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    cause:
      'The points of the minute are used up, or too many logins failed. `RateLimit-Policy` tells the quota and its time.',
    cure: 'Wait for `Retry-After` seconds. `RateLimit` tells with every answer what is left.',
  },
  concurrency_limited: {
    status: 429,
    title: 'Too many unfinished analyses',
    cause: 'As many analyses of this principal as are allowed at once are queued or running.',
    cure: 'Wait until one ends, or cancel one: GET /analysis?status=running lists them.',
  },
  queue_full: {
    status: 429,
    title: 'The queue of analyses is full',
    cause: 'As many analyses of all principals as the service takes at once are queued or running.',
    cure: 'Send the request again after `Retry-After` seconds.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    cause: 'Request line and headers together exceed 64 KiB.',
    cure: 'Shorten the headers or the query; ask for fewer ids at once.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong in the service',
    cause: 'A defect of the service. It has been logged under the request id.',
    cure: 'Try again; if it persists, report the request id.',
  },
  service_unavailable: {
    status: 503,
    title: 'The service cannot answer just now',
    cause:
      'The database is out of reach, restarting or does not answer. Whether a change was made is then not always known.',
    cure: 'Send the request again after `Retry-After` seconds. With an Idempotency-Key a repeated POST is safe.',
  },
  overloaded: {
    status: 503,
    title: 'The service has more to do than it can',
    cause: 'This process is too busy to take further work of this kind; reads are refused last.',
    cure: 'Send the request again after `Retry-After` seconds. With an Idempotency-Key a repeated POST is safe.',
  },
  timeout: {
    status: 504,
    title: 'The database took too long',
    cause:
      'A statement exceeded its time limit (5 s for reads and 15 s for writes unless configured otherwise), or the whole request its own of 20 s. In the second case a change may have been made or not.',
    cure: 'Narrow the filter, walk by cursor instead of a deep offset, or try again after `Retry-After` seconds. With an Idempotency-Key a repeated POST is safe.',
  },
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
  invalid_characters: 'The text holds U+0000, a lone surrogate or a control character other than TAB and LF.',
  too_deep: 'The body is nested too deeply.',
  no_search_words: 'The search text holds no word that can be searched for.',
  unknown_field: 'The field does not exist.',
  unknown_parameter: 'The query parameter does not exist.',
  duplicate_parameter: 'The query parameter is repeated.',
  conflicting_parameters: 'The parameter excludes another one.',
  invalid_cursor: 'The cursor is damaged or belongs to another query.',
  id_mismatch: 'The id differs from the one in the path.',
  resource_missing: 'The id names no question.',
  external_id_taken: 'The external_id belongs to another question.',
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
}

export const MAX_VIOLATIONS = 100;

export interface AppErrorOptions {
  detail?: string;
  errors?: readonly Violation[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** Thrown anywhere, translated to a problem document in plugins/error-handler.ts and nowhere else. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly Violation[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.detail ?? catalogue[code].title, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = catalogue[code].status;
    this.detail = options.detail ?? catalogue[code].cause;
    this.errors = (options.errors ?? []).slice(0, MAX_VIOLATIONS);
    this.headers = options.headers ?? {};
  }
}

/**
 * Violations of one kind get that kind's own problem code, a mixture gets `validation_error`. `total` counts those as well
 * that were not put into words.
 */
export function violationError(violations: readonly Violation[], total = violations.length): AppError {
  const kinds = new Set(violations.map((violation) => violation.code));
  const [only] = kinds;
  const code = kinds.size === 1 && only !== undefined && only in catalogue ? (only as ErrorCode) : 'validation_error';
  const [first] = violations;
  const more = total > 1 ? ` (and ${total - 1} more)` : '';
  return new AppError(code, { detail: `${first?.detail ?? catalogue[code].cause}${more}`, errors: violations });
}

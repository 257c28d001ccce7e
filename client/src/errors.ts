/** A violation in a request, with its location. */
export interface Violation {
  code: string;
  detail: string;
  pointer?: string;
  parameter?: string;
  header?: string;
}

interface Problem {
  title?: string;
  detail?: string;
  code?: string;
  request_id?: string;
  errors?: Violation[];
}

/** The base class of all errors of this client. */
export class QuaestorError extends Error {
  override name = 'QuaestorError';
}

/** Thrown if no reply arrived, or only part of one. */
export class ConnectionError extends QuaestorError {
  override name = 'ConnectionError';
}

/** Thrown if no reply arrived in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** Thrown if the service replied with an error. */
export class ApiError extends QuaestorError {
  override name = 'ApiError';
  readonly status: number;
  /** The code from the catalogue at `/problems/{code}`, or empty if a proxy replied. */
  readonly code: string;
  readonly title: string;
  /** Identifies the reply in the service's log. */
  readonly requestId: string | null;
  /** All violations, not only the first one. */
  readonly errors: readonly Violation[];
  /** The seconds to wait before a retry. */
  readonly retryAfter: number | null;
  readonly headers: Headers;

  constructor(status: number, headers: Headers, problem: Problem) {
    super(problem.detail ?? problem.title ?? `The reply has the status ${status}.`);
    this.status = status;
    this.headers = headers;
    this.code = problem.code ?? '';
    this.title = problem.title ?? '';
    this.requestId = problem.request_id ?? headers.get('x-request-id');
    this.errors = problem.errors ?? [];
    this.retryAfter = readRetryAfter(headers);
  }
}

export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}
/** Thrown if the question has changed since it was read. Read it again. */
export class PreconditionFailedError extends ApiError {
  override name = 'PreconditionFailedError';
}
export class UnprocessableError extends ApiError {
  override name = 'UnprocessableError';
}
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const CLASSES: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: PreconditionFailedError,
  422: UnprocessableError,
  429: RateLimitError,
};

export function apiError(status: number, headers: Headers, body: string): ApiError {
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(status, headers, readProblem(body));
}

/** OAuth errors have a different form, and a proxy may reply with anything. */
function readProblem(body: string): Problem {
  try {
    const given = JSON.parse(body) as (Problem & { error?: string; error_description?: string }) | null;
    if (typeof given !== 'object' || given === null) return {};
    const { error, error_description } = given;
    if (typeof error !== 'string') return given;
    return { code: error, title: error, ...(error_description !== undefined && { detail: error_description }) };
  } catch {
    return {};
  }
}

/** The header contains either seconds or a date. */
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutSecrets } from '../../domain/tokens/secret.ts';
import { AppError, catalogue, type ErrorCode } from '../../errors.ts';
import { translateDatabaseError } from '../../store/database/database-errors.ts';
import { requestOrigin } from '../access/origin.ts';
import { describeOutcome } from './outcome.ts';

/** Our codes for requests that Fastify itself rejects. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
};

/**
 * Our codes for rejections by plugins, such as those for the files of the reference: a path outside their folder, a
 * range beyond the end.
 */
const PLUGIN_STATUSES: Readonly<Record<number, ErrorCode>> = {
  400: 'validation_error',
  403: 'route_not_found',
  404: 'route_not_found',
  412: 'precondition_failed',
  416: 'validation_error',
};

/** The only place where an error becomes a reply (RFC 9457). */
export function replyToError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  config: { publicUrl: string | undefined },
): void {
  const problem = beginReply(error, request, reply);
  reply
    .type('application/problem+json')
    .send(withoutSecrets(JSON.stringify(problemDocument(problem, request, requestOrigin(request, config)))));
}

/** Prepares the reply except for its body, for callers who present the problem in another form. */
export function beginReply(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const problem = isAborted(error, request)
    ? new AppError('request_timeout', { cause: error })
    : toAppError(error, request);
  if (problem.code === 'internal_error') request.log.error({ request_id: request.id, err: error }, 'request failed');
  else if (problem.status >= 500)
    request.log.warn(
      { request_id: request.id, code: problem.code, detail: problem.detail, cause: String(problem.cause) },
      'request rejected',
    );
  reply.problemCode = problem.code;
  for (const [name, value] of Object.entries(problem.headers)) reply.header(name, value);
  reply.code(problem.status);
  return problem;
}

export function handleErrors(app: FastifyInstance, config: { publicUrl: string | undefined }): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => replyToError(error, request, reply, config));
}

/**
 * Whether the caller disconnected in the middle of the body: a broken connection, but not that of the database. Nobody
 * reads the reply.
 */
function isAborted(error: unknown, { raw }: FastifyRequest): boolean {
  return (
    raw.readableAborted && !raw.complete && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  );
}

export function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'unsupported_media_type') return new AppError(code, { detail: explainMediaType(request), cause: error });
  if (code === 'payload_too_large') return new AppError(code, { detail: explainSize(request), cause: error });
  if (code !== undefined) return new AppError(code, { cause: error });
  const problem = translateDatabaseError(error);
  return problem === undefined ? new AppError('internal_error', { cause: error }) : withOutcome(problem, request);
}

/** A database that was lost or too slow may still have committed. */
function withOutcome(problem: AppError, request: FastifyRequest): AppError {
  const outcome = describeOutcome(request);
  if (problem.status < 500 || outcome === '') return problem;
  const { code, detail, headers, cause } = problem;
  return new AppError(code, { detail: `${detail}${outcome}`, headers, cause });
}

/** The most common mistake: curl sends a body as a form by default. */
function explainMediaType({ headers }: FastifyRequest): string {
  const sent = headers['content-type'];
  const sentence = sent === undefined ? 'The body has no Content-Type' : `The Content-Type is "${sent.slice(0, 100)}"`;
  return `${sentence}. Send JSON, with the header \`Content-Type: application/json\`.`;
}

/** Endpoints have different limits. */
function explainSize({ routeOptions: { bodyLimit } }: FastifyRequest): string {
  const [limit, unit] = bodyLimit < MEBIBYTE ? [bodyLimit / 1024, 'KiB'] : [bodyLimit / MEBIBYTE, 'MiB'];
  return `The body is larger than ${limit} ${unit}, which is the limit of this endpoint.`;
}

const MEBIBYTE = 1024 * 1024;

function codeOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  const known = 'code' in error ? FASTIFY_CODES[String(error.code)] : undefined;
  return known ?? ('statusCode' in error ? PLUGIN_STATUSES[Number(error.statusCode)] : undefined);
}

export function problemDocument(problem: AppError, request: { id: string; originalUrl: string }, origin: string) {
  return {
    type: `${origin}/problems/${problem.code}`,
    title: catalogue[problem.code].title,
    status: problem.status,
    detail: problem.detail,
    instance: request.originalUrl.split('?')[0],
    code: problem.code,
    request_id: request.id,
    errors: problem.errors,
    ...problem.members,
  };
}

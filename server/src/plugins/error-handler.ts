import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutSecrets } from '../domain/secret.ts';
import { AppError, catalogue, type ErrorCode } from '../errors.ts';
import { translateDatabaseError } from '../store/database-errors.ts';
import { requestOrigin } from './origin.ts';

/** What Fastify itself refuses, in our codes. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
};

/** The one place where an error becomes an answer (RFC 9457). */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  config: { publicUrl: string | undefined },
): void {
  const problem = isAborted(error, request) ? new AppError('request_timeout', { cause: error }) : toAppError(error);
  if (problem.code === 'internal_error') request.log.error({ request_id: request.id, err: error }, 'request failed');
  else if (problem.status >= 500)
    request.log.warn(
      { request_id: request.id, code: problem.code, detail: problem.detail, cause: String(problem.cause) },
      'request refused',
    );
  for (const [name, value] of Object.entries(problem.headers)) reply.header(name, value);
  reply
    .code(problem.status)
    .type('application/problem+json')
    .send(withoutSecrets(JSON.stringify(problemDocument(problem, request, requestOrigin(request, config)))));
}

export function handleErrors(app: FastifyInstance, config: { publicUrl: string | undefined }): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply, config));
}

/** The caller went away in the middle of the body: a broken connection, but not the database's. Nobody reads the answer. */
function isAborted(error: unknown, { raw }: FastifyRequest): boolean {
  return (
    raw.readableAborted && !raw.complete && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  );
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? FASTIFY_CODES[String(error.code)] : undefined;
  if (code !== undefined) return new AppError(code, { cause: error });
  return translateDatabaseError(error) ?? new AppError('internal_error', { cause: error });
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
  };
}

import { parse } from 'node:querystring';
import type { FastifyError, FastifyInstance } from 'fastify';
import { withoutSecrets } from '../../domain/tokens/secret.ts';
import { AppError } from '../../errors.ts';
import { toAppError } from './error-handler.ts';

/** The few error codes of RFC 6749. */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  429: 'rate_limited',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** For the OAuth endpoints: bodies may be forms, and errors have the form that OAuth clients read. */
export function registerOauthBodies(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parse(String(body)));
  });
  scope.setErrorHandler<FastifyError>((error, request, reply) => {
    const appError = toAppError(error, request);
    const problem =
      appError.code === 'timeout' ? new AppError('service_unavailable', { headers: { 'retry-after': '1' } }) : appError;
    if (problem.status >= 500) request.log.error({ request_id: request.id, err: error }, 'request failed');
    const status = problem.status < 429 ? 400 : problem.status;
    return reply
      .code(status)
      .headers({ ...problem.headers, 'cache-control': 'no-store' })
      .send({ error: OAUTH_ERRORS[status] ?? 'invalid_request', error_description: withoutSecrets(describe(problem)) });
  });
}

function describe({ code, detail }: AppError): string {
  return code === 'unsupported_media_type'
    ? 'Send the parameters as a form (application/x-www-form-urlencoded) or as JSON (application/json).'
    : detail;
}

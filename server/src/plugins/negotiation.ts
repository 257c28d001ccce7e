import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that answer with JSON and nothing else. */
    json?: boolean;
  }
}

/** 406 when the caller excludes JSON, 415 when the body is encoded. */
export function negotiateContent(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => done(refusal(request)));
}

function refusal({ method, headers, routeOptions }: FastifyRequest): AppError | undefined {
  if (routeOptions.config.json && !acceptsJson(headers.accept)) {
    return new AppError('not_acceptable', {
      detail: `The Accept header "${headers.accept}" excludes application/json.`,
    });
  }
  const mayHaveBody = method !== 'GET' && method !== 'HEAD';
  if (mayHaveBody && headers['content-encoding'] !== undefined) {
    return new AppError('unsupported_media_type', { detail: 'Bodies with a Content-Encoding are not accepted.' });
  }
  return undefined;
}

/** The first that the header names decides: the most specific range, as RFC 9110 (12.5.1) has it. */
const JSON_RANGES = ['application/json', 'application/*', '*/*', 'application/problem+json'];

export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || accept.trim() === '') return true;
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, wanted: !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter)) };
  });
  const decisive = JSON_RANGES.find((name) => ranges.some(({ type }) => type === name));
  return ranges.some(({ type, wanted }) => type === decisive && wanted);
}

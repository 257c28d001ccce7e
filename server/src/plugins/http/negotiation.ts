import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, violationError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that only reply with JSON. */
    json?: boolean;
    /** True for routes that also reply with CSV, if the caller asks for it and not for JSON. */
    csv?: boolean;
    /** True for routes that stream events, if the caller asks for them and not for JSON. */
    eventStream?: boolean;
  }
}

/** Rejects with 406 if the caller excludes JSON, 415 if the body is encoded, 400 if a GET has a body. */
export function negotiateContent(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => done(rejection(request)));
}

function rejection(request: FastifyRequest): AppError | undefined {
  const { method, headers, route } = request;
  const { json, csv, eventStream } = route;
  const other = csv ? 'text/csv' : eventStream ? 'text/event-stream' : undefined;
  if (json && !acceptsJson(headers.accept) && !(other !== undefined && asksFor(other, headers.accept))) {
    const others = other === undefined ? '' : ` or \`Accept: ${other}\``;
    return new AppError('not_acceptable', {
      detail: `The Accept header "${headers.accept}" excludes application/json. Leave it out, or send \`Accept: application/json\`${others}.`,
    });
  }
  if (method === 'GET' || method === 'HEAD') return hasBody(headers) && !request.is404 ? bodyOnGet(method) : undefined;
  if (headers['content-encoding'] !== undefined && !request.is404) {
    return new AppError('unsupported_media_type', {
      detail: `The body has the Content-Encoding "${headers['content-encoding']}". Send it uncompressed, without this header.`,
    });
  }
  return undefined;
}

function hasBody(headers: FastifyRequest['headers']): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return (length !== undefined && length !== '0') || coding !== undefined;
}

function bodyOnGet(method: string): AppError {
  const detail = `${method} takes no body. Put its content into the query, such as ?category=Science, or use another method.`;
  return violationError([{ code: 'invalid_type', detail, pointer: '#' }]);
}

/** The first of these in the header decides: the most specific range, as in RFC 9110 (12.5.1). */
const JSON_RANGES = ['application/json', 'application/*', '*/*', 'application/problem+json'];

export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || accept.trim() === '') return true;
  const ranges = readRanges(accept);
  const decisive = JSON_RANGES.find((name) => ranges.some(({ type }) => type === name));
  return ranges.some(({ type, wanted }) => type === decisive && wanted);
}

/** Spreadsheets request CSV with a fallback for anything else; a caller who requests JSON gets JSON. */
export function asksFor(other: 'text/csv' | 'text/event-stream', accept: string | undefined): boolean {
  const ranges = readRanges(accept ?? '').filter(({ wanted }) => wanted);
  return ranges.some(({ type }) => type === other) && !ranges.some(({ type }) => type === 'application/json');
}

function readRanges(accept: string): { type: string; wanted: boolean }[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, wanted: !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter)) };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type Violation } from '../../errors.ts';
import { MAX_QUERY_PARAMETERS } from './rewrite-request.ts';

/** Headers with a single value. If there are two different ones, a proxy in front may use the other. */
const SINGLE_HEADERS = ['host', 'authorization', 'content-type'];
/** Headers that are lists, and their maximum length: reading 60 KB of them took 3 ms, for the price of one point. */
const LIST_HEADERS = ['accept', 'accept-encoding', 'accept-language', 'if-match', 'if-none-match', 'prefer'] as const;
const MAX_LIST_HEADER = 4096;
const SINGLE_LENGTHS = new Set(SINGLE_HEADERS.map((name) => name.length));

/** Rejects requests that Node's parser accepts although they are not valid HTTP, before anything else is examined. */
export function requireWellFormedRequests(app: FastifyInstance): void {
  // Node would reply to an unknown expectation itself, with a status but no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    const violation = findViolation(request);
    if (violation === undefined) {
      done();
      return;
    }
    reply.header('connection', 'close'); // it is uncertain where the next request begins
    done(new AppError('validation_error', { detail: violation.detail, errors: [violation] }));
  });
}

/** Call after the caller has paid, since long URLs are not free. */
export function limitParameters(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.hasTooManyParameters !== true || request.is404) return done();
    const detail = `The query has more than ${MAX_QUERY_PARAMETERS} parameters.`;
    done(new AppError('validation_error', { detail, errors: [{ code: 'too_long', detail }] }));
  });
}

function findViolation({ raw }: FastifyRequest): Violation | undefined {
  const { headers, httpVersion } = raw;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('Only HTTP/1.0 and HTTP/1.1 are supported.');
  if (httpVersion === '1.1' && headers.host === undefined) return malformed('The Host header is missing.', 'Host');
  const repeated = findRepeated(raw.rawHeaders);
  if (repeated !== undefined) return malformed(`The header ${repeated} is repeated.`, repeated);
  const long = LIST_HEADERS.find((name) => (headers[name]?.length ?? 0) > MAX_LIST_HEADER);
  if (long !== undefined) return tooLong(long);
  const { expect, 'transfer-encoding': coding } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return malformed('Expect must be 100-continue.', 'Expect');
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0'))
    return malformed('Transfer-Encoding must be chunked, in HTTP/1.1.', 'Transfer-Encoding');
  return undefined;
}

function malformed(detail: string, header?: string): Violation {
  return { code: 'invalid_format', detail, ...(header !== undefined && { header }) };
}

function tooLong(header: string): Violation {
  const detail = `The header ${header} has more than ${MAX_LIST_HEADER} characters.`;
  return { code: 'too_long', detail, header };
}

/** Called for every request: names are only compared if their length matches one of interest. */
function findRepeated(rawHeaders: readonly string[]): string | undefined {
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? '';
    if (!SINGLE_LENGTHS.has(given.length)) continue;
    const name = given.toLowerCase();
    if (!SINGLE_HEADERS.includes(name)) continue;
    if (seen.includes(name)) return given;
    seen += `${name} `;
  }
  return undefined;
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const WELL_FORMED = /^[\w.:-]{1,128}$/u;

/** A well-formed id of the caller is kept, so that one id follows a request through all systems. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

/** The trace of a `traceparent` header (W3C Trace Context). */
export function traceId(request: IncomingMessage): string | undefined {
  const given = request.headers['traceparent'];
  return typeof given === 'string' ? /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/u.exec(given)?.[1] : undefined;
}

import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOwnRequest } from '../domain/http/own-requests.ts';
import { withoutSecrets } from '../domain/tokens/secret.ts';
import type { Spans } from './spans.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if requests are traced. */
    span?: Span | undefined;
  }
}

/** Requested by machines every few seconds, and of no interest. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** A span for each request, as a child of the caller's span if there is a `traceparent`. */
export function traceRequests(
  app: FastifyInstance,
  { begin, active }: Spans,
  problemOf: (reply: FastifyReply) => string,
): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    if (isOwnRequest(request) || PROBES.has(request.route.url)) return done();
    const route = request.route.url;
    const attributes = {
      'http.request.method': request.method,
      'url.path': withoutSecrets(request.originalUrl.split('?')[0] ?? ''),
      'url.scheme': request.protocol,
      'quaestor.request.id': request.id,
      ...(route !== undefined && { 'http.route': route }),
    };
    const name = route === undefined ? request.method : `${request.method} ${route}`;
    request.span = begin(name, { kind: SpanKind.SERVER, attributes }, callerOf(request));
    active.run(request.span, done);
  });
  // A body arrives outside the context that began the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === undefined) done();
    else active.run(request.span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request;
    if (span === undefined) return done();
    span.setAttribute('http.response.status_code', reply.statusCode);
    const problem = problemOf(reply);
    if (problem !== '') span.setAttribute('error.type', problem);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    done();
  });
}

const TRACE_PARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})(?<traceId>[\da-f]{32})-(?!0{16})(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})$/u;

/** The span of the caller (W3C Trace Context); an invalid header counts as none. */
function callerOf({ headers: { traceparent } }: FastifyRequest): Span | undefined {
  const { traceId, spanId, flags } =
    TRACE_PARENT.exec(typeof traceparent === 'string' ? traceparent : '')?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const traceFlags = (Number.parseInt(flags, 16) & 1) === 1 ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.getSpan(trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true }));
}

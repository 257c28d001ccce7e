import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { isOwnRequest } from '../../domain/http/own-requests.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the problem document that is sent; empty for everything else, such as OAuth errors. */
    problemCode: string;
    /** For replies that last as long as the caller wants: they are measured at their start, not at their end. */
    measureNow(): void;
    isMeasured: boolean;
  }
  interface FastifyRequest {
    /** Excludes requests that the router itself rejects, which pass no hook before the response. */
    inFlight: boolean;
  }
}

/** Statuses that mean a busy service or an attack; other problems are caused by the caller. */
const REJECTIONS = new Set([401, 429, 503, 504]);

/**
 * Counts and times requests. Labels are route patterns and codes, never URLs, so their number is bounded. Call before
 * any hook that may reject a request.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'quaestor_http_request_duration_seconds',
    help: 'Time from the arrival of a request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const inFlight = new Gauge({
    name: 'quaestor_http_requests_in_flight',
    help: 'Requests that have arrived and have no response yet',
    registers,
  });
  const rejections = new Counter({
    name: 'quaestor_http_rejections_total',
    help: 'Requests rejected for their token, their rate, overload or an unavailable database, by the code of the problem',
    labelNames: ['code'],
    registers,
  });
  const leave = (request: FastifyRequest) => {
    if (request.inFlight) inFlight.dec();
    request.inFlight = false;
  };
  const observe = ({ request, statusCode: status, elapsedTime }: FastifyReply) => {
    leave(request);
    const labels = { method: request.method, route: request.route.url ?? 'unknown', status };
    if (!isOwnRequest(request)) duration.observe(labels, elapsedTime / 1000);
  };
  app.decorateReply('problemCode', '');
  app.decorateReply('isMeasured', false);
  app.decorateReply('measureNow', function measureNow(this: FastifyReply) {
    this.isMeasured = true;
    observe(this);
  });
  app.decorateRequest('inFlight', false);
  app.addHook('onRequest', (request, reply, done) => {
    request.inFlight = true;
    inFlight.inc();
    reply.raw.once('close', () => leave(request)); // without a response if the caller disconnected before
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!reply.isMeasured) observe(reply);
    if (REJECTIONS.has(reply.statusCode) && !isOwnRequest(request))
      rejections.inc({ code: reply.problemCode || 'oauth' });
    done();
  });
}

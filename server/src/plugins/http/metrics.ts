import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { API_VERSION } from '../../config/version.ts';
import { isOwnRequest } from '../../domain/http/network.ts';
import type { Database } from '../../store/database/database.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the problem document that is sent; empty for everything else, such as the errors of OAuth. */
    problemCode: string;
  }
  interface FastifyRequest {
    /** What the router itself rejects is not: it passes no hook before its response. */
    inFlight: boolean;
  }
}

/** The statuses of a service that is busy or attacked; other problems are the caller's own. */
const REJECTIONS = new Set([401, 429, 503, 504]);

/** Metrics of this process, whatever it does: Node.js, the versions that run, connections to the database. */
export function createMetrics(db: Database): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'quaestor_build_info',
    help: '1, with the versions that run as labels',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: API_VERSION, node: process.version }, 1);
  new Gauge({
    name: 'quaestor_database_connections',
    help: 'Connections of this process to PostgreSQL',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const pool of ['reads', 'writes'] as const) {
        this.set({ pool, state: 'open' }, db[pool].totalCount);
        this.set({ pool, state: 'idle' }, db[pool].idleCount);
        this.set({ pool, state: 'waiting' }, db[pool].waitingCount);
      }
    },
  });
  const { replica } = db;
  if (replica !== undefined) {
    new Gauge({
      name: 'quaestor_database_replica_usable',
      help: '1 while lists are read from the replica, 0 while they are read from the primary',
      registers,
      collect() {
        this.set(replica.state.usable ? 1 : 0);
      },
    });
    new Gauge({
      name: 'quaestor_database_replica_lag_seconds',
      help: 'How far the replica was behind when it was last looked at',
      registers,
      collect() {
        this.set(replica.state.lagMs / 1000);
      },
    });
  }
  return registry;
}

/**
 * Counts and times requests. Labels are route patterns and codes, never addresses, so their number is bounded. Call before
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
    help: 'Requests rejected for their token, their rate, overload or a database that is away, by the code of the problem',
    labelNames: ['code'],
    registers,
  });
  app.decorateReply('problemCode', '');
  app.decorateRequest('inFlight', false);
  app.addHook('onRequest', (request, _reply, done) => {
    request.inFlight = true;
    inFlight.inc();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.inFlight) inFlight.dec();
    if (isOwnRequest(request)) return done();
    if (REJECTIONS.has(reply.statusCode)) rejections.inc({ code: reply.problemCode || 'oauth' });
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

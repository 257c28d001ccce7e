import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../store/database.ts';

/** Prometheus metrics of this process. Labels are route patterns, never addresses, so their number is bounded. */
export function measureRequests(app: FastifyInstance, db: Database): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process to PostgreSQL',
    labelNames: ['pool', 'state'],
    registers: [registry],
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
      name: 'database_replica_usable',
      help: '1 while lists are read from the replica, 0 while they are read from the primary',
      registers: [registry],
      collect() {
        this.set(replica.state.usable ? 1 : 0);
      },
    });
    new Gauge({
      name: 'database_replica_lag_seconds',
      help: 'How far the replica was behind when it was last looked at',
      registers: [registry],
      collect() {
        this.set(replica.state.lagMs / 1000);
      },
    });
  }
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the load of this process is measured, so that it can reject excess work. */
    loadIsKnown(): boolean;
  }
  interface FastifyContextConfig {
    /** True for work that can wait. */
    shedFirst?: boolean;
  }
}

/** Analyses are rejected first and reads last, at these multiples of the delay at which writes are rejected. */
const ANALYSES_BEAR = 0.5;
const READS_BEAR = 2;
/** Long enough that a single long turn of the loop does not count as overload. */
const SAMPLED_EVERY_MS = 1000;
const RESOLUTION_MS = 10;

/** Rejects work while the event loop lags: a quick reply that says when to retry is better than a late one. */
export function shedLoad(app: FastifyInstance, { overloadDelayMs }: { overloadDelayMs: number }): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let delayMs: number | undefined;
  let timer: NodeJS.Timeout;
  app.decorate('loadIsKnown', () => delayMs !== undefined || overloadDelayMs === 0);
  if (overloadDelayMs === 0) return;
  const sample = () => {
    delayMs = Number.isNaN(delays.mean) ? SAMPLED_EVERY_MS : delays.mean / 1e6 - RESOLUTION_MS;
    delays.reset();
  };

  // Building the app blocks the loop for a second or two. If that were measured, the first requests would be rejected
  // with 503.
  app.addHook('onReady', async () => {
    delays.enable();
    timer = setInterval(sample, SAMPLED_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (delayMs === undefined || delayMs < overloadDelayMs * ANALYSES_BEAR) done();
    else if (delayMs < overloadDelayMs * endurance(request) || isProbe(request)) done();
    else done(new AppError('overloaded', { headers: { 'retry-after': '1' } }));
  });
}

function endurance({ method, route }: FastifyRequest): number {
  if (route.shedFirst === true) return ANALYSES_BEAR;
  return method === 'GET' || method === 'HEAD' ? READS_BEAR : 1;
}

/** The endpoints by which an operator notices the overload. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

function isProbe({ route }: FastifyRequest): boolean {
  return PROBES.has(route.url);
}

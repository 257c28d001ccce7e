import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for work that can best be done later. */
    shedFirst?: boolean;
  }
}

/** Analyses are refused first and reads last: at so many times the delay that ends writes. */
const ANALYSES_BEAR = 0.5;
const READS_BEAR = 2;
/** Long enough that one long turn of the loop, as at the start, is not taken for overload. */
const SAMPLED_EVERY_MS = 1000;

/** Refuses work while the event loop lags: an answer that says when to come back, instead of one that comes too late. */
export async function shedLoad(app: FastifyInstance, config: { overloadDelayMs: number }): Promise<void> {
  if (config.overloadDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: config.overloadDelayMs * ANALYSES_BEAR,
    sampleInterval: SAMPLED_EVERY_MS,
    pressureHandler: (request, _reply, _type, delayMs = 0) => {
      if (isProbe(request) || delayMs < config.overloadDelayMs * endurance(request)) return;
      throw new AppError('overloaded', { headers: { 'retry-after': '1' } });
    },
  });
}

function endurance({ method, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.shedFirst === true) return ANALYSES_BEAR;
  return method === 'GET' || method === 'HEAD' ? READS_BEAR : 1;
}

function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === '/healthz' || routeOptions.url === '/readyz';
}

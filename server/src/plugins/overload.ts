import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Reads are refused last: at so many times the delay that ends writes. */
const READS_BEAR = 2;
/** Long enough that one long turn of the loop, as at the start, is not taken for overload. */
const SAMPLED_EVERY_MS = 1000;

/** Refuses work while the event loop lags: an answer that says when to come back, instead of one that comes too late. */
export async function shedLoad(app: FastifyInstance, config: { overloadDelayMs: number }): Promise<void> {
  if (config.overloadDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: config.overloadDelayMs,
    sampleInterval: SAMPLED_EVERY_MS,
    pressureHandler: (request, _reply, _type, delayMs = 0) => {
      if (isProbe(request) || (isRead(request) && delayMs < config.overloadDelayMs * READS_BEAR)) return;
      throw new AppError('overloaded', { headers: { 'retry-after': '1' } });
    },
  });
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === '/healthz' || routeOptions.url === '/readyz';
}

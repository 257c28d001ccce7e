import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

const REPEAT_AFTER_MS = 60 * 60 * 1000;

/**
 * Warns the operator, once an hour, that there seems to be an untrusted proxy in front: all callers then appear to come
 * from one address and share the limits of one network.
 */
export function proxyNotice(app: FastifyInstance, { trustProxy }: Config): (request: FastifyRequest) => void {
  if (trustProxy > 0) return () => {};
  let toldAt = Number.NEGATIVE_INFINITY;
  return ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined || performance.now() - toldAt < REPEAT_AFTER_MS) return;
    toldAt = performance.now();
    app.log.warn(
      'X-Forwarded-For arrives while TRUST_PROXY is false: all callers behind a proxy count as one network. ' +
        'If there is a proxy in front, set TRUST_PROXY to the number of proxies.',
    );
  };
}

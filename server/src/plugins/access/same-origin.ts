import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { requestOrigin } from './origin.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isWrite({ method }: FastifyRequest): boolean {
  return !SAFE_METHODS.has(method);
}

/**
 * Whether one of our own pages has sent the request. Browsers state this in a header that no page can change; old
 * browsers only send `Origin`.
 */
export function isSameOrigin(request: FastifyRequest, config: { publicUrl: string | undefined }): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && origin === new URL(requestOrigin(request, config)).origin;
}

/** Rejects requests from pages of other origins, but accepts programs, which do not send an origin. */
export function rejectCrossOrigin(request: FastifyRequest, config: { publicUrl: string | undefined }): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return;
  if (!isSameOrigin(request, config)) throw new AppError('cross_origin_write');
}

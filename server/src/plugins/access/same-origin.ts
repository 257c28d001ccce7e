import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { requestOrigin } from './origin.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isWrite({ method }: FastifyRequest): boolean {
  return !SAFE_METHODS.has(method);
}

/**
 * Whether a page of our own has sent the request. Browsers say so themselves, and no page can make them say otherwise; an
 * old one sends `Origin` alone.
 */
export function isSameOrigin(request: FastifyRequest, config: { publicUrl: string | undefined }): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && origin === new URL(requestOrigin(request, config)).origin;
}

/** For what must not come from a page of somebody else, and may come from a program, which says nothing of where it is from. */
export function rejectCrossOrigin(request: FastifyRequest, config: { publicUrl: string | undefined }): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return;
  if (!isSameOrigin(request, config)) throw new AppError('cross_origin_write');
}

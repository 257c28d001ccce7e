import type { FastifyRequest } from 'fastify';

/** The origin under which the caller reached the service. */
export function requestOrigin(request: FastifyRequest, config: { publicUrl: string | undefined }): string {
  return config.publicUrl ?? `${request.protocol}://${request.host === '' ? 'localhost' : request.host}`;
}

/** The base the caller used: both the origin's root and /v1 serve version 1, and links stay where the caller is. */
export function requestBase(request: FastifyRequest): string {
  return request.originalUrl.startsWith('/v1/') ? '/v1' : '';
}

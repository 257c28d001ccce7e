import type { FastifyRequest } from 'fastify';

/** A host name or address and a port (RFC 9110, 7.2); a Host header may contain anything else as well. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/** The origin under which the caller reached the service. */
export function requestOrigin(request: FastifyRequest, config: { publicUrl: string | undefined }): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const scheme = (request.protocol as string | undefined) ?? 'http'; // missing if the connection is closed
  const origin = `${scheme}://${request.host}`;
  return HOST.test(request.host) && URL.canParse(origin) ? origin : `${scheme}://localhost`;
}

/**
 * The base URL of the caller: both the root of the origin and /v1 serve version 1, and links stay within the one that
 * was used.
 */
export function requestBase(request: FastifyRequest): string {
  return request.originalUrl.startsWith('/v1/') ? '/v1' : '';
}

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matchesAny } from '../domain/etag.ts';

/** Every JSON answer to a GET that may be stored has an ETag; a caller who has it already gets 304 and no body. */
export function addConditionalAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string' || !request.routeOptions.config.json) return payload;
    if (reply.getHeader('cache-control') === 'no-store') return payload; // there is nothing the caller could still have
    const etag = reply.getHeader('etag') ?? bodyEtag(payload);
    reply.header('etag', etag);
    const seen = request.headers['if-none-match'];
    if (seen === undefined || !matchesAny(seen, String(etag), 'weak')) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}

/** Weak, because compression changes the bytes and not the meaning. */
function bodyEtag(body: string): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

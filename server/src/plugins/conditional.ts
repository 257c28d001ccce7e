import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matchesAny } from '../domain/etag.ts';
import type { ResponseCache } from './response-cache.ts';

/**
 * Every JSON answer to a GET that may be stored has an ETag; a caller who has it already gets 304 and no body. The tag
 * is made of the content, so it is the same in every process.
 */
export function addConditionalAnswers(app: FastifyInstance, cache: ResponseCache): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || reply.statusCode !== 200) return payload;
    if (typeof payload !== 'string' || !request.routeOptions.config.json) return payload;
    if (reply.getHeader('cache-control') === 'no-store') return payload; // there is nothing the caller could still have
    const etag = String(reply.getHeader('etag') ?? bodyEtag(payload));
    reply.header('etag', etag);
    if (reply.snapshot !== undefined) {
      const headers: Record<string, string> = { etag, 'content-type': String(reply.getHeader('content-type')) };
      const link = reply.getHeader('link');
      if (link !== undefined) headers['link'] = String(link);
      cache.keep(request.originalUrl, { snapshot: reply.snapshot, headers, body: payload });
    }
    const seen = request.headers['if-none-match'];
    if (seen === undefined || !matchesAny(seen, etag, 'weak')) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}

/** Weak, because compression changes the bytes and not the meaning. */
function bodyEtag(body: string): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

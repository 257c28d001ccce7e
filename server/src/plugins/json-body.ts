import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export const OBJECT_LIMIT_BYTES = 64 * 1024;
export const ARRAY_LIMIT_BYTES = 10 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where a single object may be as large as an array elsewhere. */
    largeObject?: boolean;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Bodies are JSON in UTF-8, checked byte by byte: a decoder that replaces bad bytes would store what nobody sent.
 * Own keys such as `__proto__` stay plain data and are refused as unknown fields by the schemas.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      request.bodyBytes = bytes.length;
      const charset = /charset="?([^";\s]+)/iu.exec(request.headers['content-type'] ?? '')?.[1];
      if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
        throw new AppError('unsupported_media_type', {
          detail: `JSON is UTF-8; the charset "${charset}" is not accepted.`,
        });
      }
      const limit = request.routeOptions.config.largeObject === true ? ARRAY_LIMIT_BYTES : OBJECT_LIMIT_BYTES;
      if (bytes.length === 0) return undefined;
      await request.takeTurn();
      return parseJson(bytes, limit);
    },
  );
}

export function parseJson(bytes: Buffer, objectLimit = OBJECT_LIMIT_BYTES): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('invalid_json', { detail: 'The body is not valid UTF-8.', cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_json', { detail: cause instanceof Error ? cause.message : 'Parsing failed.', cause });
  }
  if (!Array.isArray(value) && bytes.length > objectLimit) {
    throw new AppError('payload_too_large', {
      detail: `A single object may have ${objectLimit} bytes; this one has ${bytes.length}.`,
    });
  }
  return value;
}

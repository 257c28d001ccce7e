import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { matchesAny } from '../../domain/http/etag.ts';
import { AppError } from '../../errors.ts';
import { bodyEtag } from '../../plugins/http/conditional.ts';

interface Current {
  /** The tag that the caller would currently get. */
  etag: string;
  /** The tags of all copies of this version, if there are several. */
  tags?: readonly string[];
  /** The name of the resource in messages, and the path to read it. */
  what: string;
  path: string;
}

/** Throws 412 if the caller saw another version, 428 if the header is missing but the operator requires it. */
export function requireMatch(
  { headers }: FastifyRequest,
  { requireIfMatch }: Config,
  { etag, tags = [etag], ...named }: Current,
): void {
  const header = headers['if-match'];
  if (header === undefined) {
    if (requireIfMatch) throw new AppError('precondition_required');
    return;
  }
  if (tags.some((tag) => matchesAny(header, tag, 'strong'))) return;
  throw new AppError('precondition_failed', {
    detail: explain(header.trim().slice(0, 100), etag, named),
    headers: { etag },
  });
}

/**
 * Throws 412 if a GET would no longer return what the caller has read. For resources without an ETag of their version:
 * the tag of a GET is computed from the content, and it is weak only because replies are compressed.
 */
export function requireSameContent({ headers }: FastifyRequest, current: object, what: string): void {
  const header = headers['if-match'];
  if (header === undefined) return;
  const etag = bodyEtag(JSON.stringify(current));
  if (matchesAny(header, etag, 'weak')) return;
  const given = header.trim().slice(0, 100);
  throw new AppError('precondition_failed', {
    detail: `The current ETag of the ${what} is ${etag}, not ${given}. Read it again and apply your change to what it says now.`,
    headers: { etag },
  });
}

/** Explains a mismatch, which may be due to a misspelt header. */
function explain(given: string, etag: string, { what, path }: Pick<Current, 'what' | 'path'>): string {
  if (!given.includes('"'))
    return `If-Match needs double quotes around the version: If-Match: "${given}". The current version is ${etag}.`;
  if (given.startsWith('W/'))
    return `If-Match does not accept weak ETags (W/): use the ETag of ${path}. The current version is ${etag}.`;
  return `The current version is ${etag}, not ${given}. Read the ${what} again and apply your change to what it says now.`;
}

import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { matchesAny } from '../../../domain/http/etag.ts';
import { questionEtag, questionEtags, visibilityOf } from '../../../domain/questions/visibility.ts';
import { AppError } from '../../../errors.ts';

/** 412 when the caller saw another version, 428 when the operator requires the header. */
export function checkIfMatch(request: FastifyRequest, version: number, config: Config): void {
  const header = request.headers['if-match'];
  if (header === undefined) {
    if (config.requireIfMatch) throw new AppError('precondition_required');
    return;
  }
  if (!questionEtags(version).some((tag) => matchesAny(header, tag, 'strong'))) {
    const etag = questionEtag(version, visibilityOf(request.principal));
    throw new AppError('precondition_failed', {
      detail: explain(header.trim().slice(0, 100), etag),
      headers: { etag },
    });
  }
}

/** The header may only be misspelt. */
function explain(given: string, etag: string): string {
  if (!given.includes('"'))
    return `If-Match needs double quotes around the version: If-Match: "${given}". The current version is ${etag}.`;
  if (given.startsWith('W/'))
    return `If-Match does not accept weak ETags (W/): use the ETag of GET /questions/{id}. The current version is ${etag}.`;
  return `The current version is ${etag}, not ${given}. Read the question again and apply your change to what it says now.`;
}

import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { questionEtag, questionEtags, visibilityOf } from '../../../domain/questions/visibility.ts';
import { requireMatch } from '../../shared/if-match.ts';

/** Any copy of the version matches; what a caller may see of it does not matter here. */
export function checkIfMatch(request: FastifyRequest, version: number, config: Config): void {
  const etag = questionEtag(version, visibilityOf(request.principal));
  requireMatch(request, config, { etag, tags: questionEtags(version), what: 'question', path: 'GET /questions/{id}' });
}

import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { matchesAny } from '../../domain/etag.ts';
import { questionEtag } from '../../domain/question.ts';
import { AppError } from '../../errors.ts';

/** 412 when the caller saw another version, 428 when the operator insists on being told. */
export function checkIfMatch(request: FastifyRequest, version: number, config: Config): void {
  const header = request.headers['if-match'];
  if (header === undefined) {
    if (config.requireIfMatch) throw new AppError('precondition_required');
    return;
  }
  const etag = questionEtag(version);
  if (!matchesAny(header, etag, 'strong')) {
    throw new AppError('precondition_failed', {
      detail: `The current version is ${etag}, not ${header.slice(0, 100)}.`,
      headers: { etag },
    });
  }
}

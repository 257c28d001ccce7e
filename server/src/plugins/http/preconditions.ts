import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

const CHANGING = new Set(['PUT', 'PATCH', 'DELETE']);

/** Operations that do not document 412 reject If-Match: a caller who sends it relies on it. Call before routes are added. */
export function rejectUnusedPreconditions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const documented = Object.keys(route.schema?.response ?? {});
    if (!CHANGING.has(String(route.method)) || documented.includes('412')) return;
    route.preValidation = [
      (request, _reply, done) => done(violationOf(request)),
      ...[route.preValidation ?? []].flat(),
    ];
  });
}

function violationOf({ headers, method, url }: FastifyRequest): AppError | undefined {
  if (headers['if-match'] === undefined) return undefined;
  const detail = `${method} ${url.split('?')[0]?.slice(0, 200)} does not evaluate If-Match. Leave the header out.`;
  return new AppError('validation_error', { detail, errors: [{ code: 'not_allowed', detail, header: 'If-Match' }] });
}

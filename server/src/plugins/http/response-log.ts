import type { FastifyInstance } from 'fastify';
import { withoutSecrets } from '../../domain/tokens/secret.ts';
import { traceId } from './request-id.ts';

/** One line per reply, without the query, because search texts are private. */
export function logResponses(app: FastifyInstance): void {
  if (!['info', 'debug', 'trace'].includes(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        request_id: request.id,
        method: request.raw.askedMethod ?? request.method,
        path: withoutSecrets(request.originalUrl.split('?')[0] ?? ''),
        principal: request.principal?.id,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        trace_id: request.span?.spanContext().traceId ?? traceId(request.raw),
      },
      'request completed',
    );
    done();
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ShownField, showFields, visibilityOf, withoutAnswers } from '../../domain/questions/visibility.ts';
import { mapInSlices } from '../../limits/slices.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** True if the body only contains what the caller may see; all other bodies are searched for answers. */
    visibilityApplied: boolean;
  }
  interface FastifyContextConfig {
    /** True for routes whose replies contain nothing about questions. */
    withoutQuestions?: boolean;
  }
}

/** Questions as the caller sees them, one by one, so that a page of 16 MiB (300 ms) does not block other requests. */
export async function showQuestions(
  reply: FastifyReply,
  bodies: readonly string[],
  fields?: readonly ShownField[],
): Promise<readonly string[]> {
  const visibility = visibilityOf(reply.request.principal);
  reply.visibilityApplied = true;
  if (visibility.copy === 'read' && fields === undefined) return bodies;
  return mapInSlices(bodies, (body) => showFields(body, fields ?? visibility.fields));
}

/**
 * The last line of defence: even a route that does not restrict its reply to what the caller may see cannot reveal an
 * answer. Call before the hooks that compute tags of bodies or compress them. It costs nothing for callers who may read
 * answers.
 */
export function hideAnswers(app: FastifyInstance): void {
  app.decorateReply('visibilityApplied', false);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (visibilityOf(request.principal).answers || (reply.visibilityApplied && reply.statusCode < 400)) {
      return done(null, payload);
    }
    done(null, hidden(request, reply, payload));
  });
}

function hidden(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { access, withoutQuestions } = request.route;
  if (payload === undefined || payload === null || access?.open !== false || withoutQuestions === true) return payload;
  const type = String(reply.getHeader('content-type'));
  if (/^application\/(?:problem\+)?json\b/u.test(type) && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
    return JSON.stringify(withoutAnswers(JSON.parse(payload.toString())));
  }
  throw new Error(`A reply of ${type} cannot be searched for answers to hide.`);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutAnswers } from '../domain/hidden-answers.ts';
import { playsOnly } from '../domain/principal.ts';
import { mapInSlices } from '../slices.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** True when answers were taken out of the body already, question by question. */
    answersHidden: boolean;
  }
}

/** The same for the questions of a page, one by one, so that a page of 16 MiB holds nobody up (300 ms). */
export async function withAnswersHidden(reply: FastifyReply, bodies: readonly string[]): Promise<readonly string[]> {
  if (!playsOnly(reply.request.principal)) return bodies;
  reply.answersHidden = true;
  return mapInSlices(bodies, (body) => JSON.stringify(withoutAnswers(JSON.parse(body))));
}

/**
 * Whoever may only play gets no answer in any response: said once, for all routes that are and will be. Call before the
 * hooks that make tags of bodies or compress them. Costs nothing to anybody else.
 */
export function hideAnswers(app: FastifyInstance): void {
  app.decorateReply('answersHidden', false);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!playsOnly(request.principal) || (reply.answersHidden && reply.statusCode === 200)) return done(null, payload);
    done(null, hidden(request, reply, payload));
  });
}

function hidden(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (payload === undefined || payload === null || request.routeOptions.config.access?.open !== false) return payload;
  const type = String(reply.getHeader('content-type'));
  if (/^application\/(?:problem\+)?json\b/u.test(type) && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
    return JSON.stringify(withoutAnswers(JSON.parse(payload.toString())));
  }
  throw new Error(`An answer of ${type} cannot be searched for answers to hide.`);
}

import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { LONGEST_WAIT_SECONDS } from '../../domain/http/prefer.ts';
import { withoutSecrets } from '../../domain/tokens/secret.ts';
import { AppError } from '../../errors.ts';
import { type Deadline, Deadlines } from '../../limits/deadlines.ts';
import { requestOrigin } from '../access/origin.ts';
import { problemDocument } from '../http/error-handler.ts';
import { describeOutcome } from '../http/outcome.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: Deadline<FastifyReply>;
  }
  interface FastifyContextConfig {
    /** True if `Prefer: wait` may keep the caller waiting. */
    waits?: boolean;
  }
}

/**
 * Replies to every request within a time limit, whatever its handler waits for. The time starts when the request has
 * arrived completely; until then Node's own limit applies. The handler is not stopped: each statement it still waits
 * for has its own limit, and a transaction is committed or rolled back as a whole, so 504 only means that the outcome
 * is unknown. Call right after the standard headers.
 */
export function limitResponseTime(app: FastifyInstance, config: Config): void {
  const limited = (ms: number): Deadlines<FastifyReply> => {
    const deadlines = new Deadlines<FastifyReply>(ms, (reply) => {
      if (reply.sent) return;
      if (hasArrived(reply.request)) replyLate(reply.request, reply, config, ms);
      else deadlines.restart(reply.request.deadline);
    });
    app.addHook('onClose', () => deadlines.close());
    return deadlines;
  };
  const usual = limited(config.responseTimeoutMs);
  const patient = limited(config.responseTimeoutMs + LONGEST_WAIT_SECONDS * 1000);
  const of = ({ route }: FastifyRequest) => (route.waits === true ? patient : usual);
  app.decorateRequest('deadline', null as unknown as Deadline<FastifyReply>);
  app.addHook('onRequest', (request, reply, done) => {
    request.deadline = of(request).begin(reply);
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body !== undefined) of(request).restart(request.deadline);
    done();
  });
  // From here on a reply is in progress, and a second one must not interfere.
  app.addHook('onSend', (request, _reply, payload, done) => {
    of(request).end(request.deadline);
    done(null, payload);
  });
  // A reply written directly to the socket does not pass onSend.
  app.addHook('onResponse', (request, _reply, done) => {
    of(request).end(request.deadline);
    done();
  });
}

/** An injected request has no socket and therefore no such flag: it has arrived completely. */
function hasArrived({ raw }: { raw: { complete?: boolean } }): boolean {
  return raw.complete ?? true;
}

/** Written directly to the socket: anything the handler sends later is too late, and not a second reply. */
function replyLate(request: FastifyRequest, reply: FastifyReply, config: Config, ms: number): void {
  const detail = `The request took longer than ${ms / 1000} s.${describeOutcome(request)}`;
  const problem = new AppError('timeout', { detail });
  request.log.warn({ request_id: request.id, code: problem.code, detail: problem.detail }, 'request rejected');
  const body = withoutSecrets(JSON.stringify(problemDocument(problem, request, requestOrigin(request, config))));
  const headers = {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': '1',
  };
  reply.hijack();
  reply.raw.writeHead(problem.status, headers).end(body);
}

import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { LONGEST_WAIT_SECONDS } from '../domain/prefer.ts';
import { withoutSecrets } from '../domain/secret.ts';
import { AppError } from '../errors.ts';
import { problemDocument } from './error-handler.ts';
import { requestOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: NodeJS.Timeout | undefined;
  }
  interface FastifyContextConfig {
    /** True where `Prefer: wait` may keep the caller waiting. */
    waits?: boolean;
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers every request within a time, whatever its handler waits for. The time runs from the moment the request has
 * arrived; until then Node's own limit holds. The handler is not stopped: each statement it still waits for has its own
 * limit, and a transaction is done or not done as a whole, so 504 says that the outcome is unknown and never more.
 * Call right after the standard headers.
 */
export function limitResponseTime(app: FastifyInstance, config: Config): void {
  app.decorateRequest('deadline', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { waits } = request.routeOptions.config;
    const ms = config.responseTimeoutMs + (waits === true ? LONGEST_WAIT_SECONDS * 1000 : 0);
    request.deadline = setTimeout(() => {
      if (reply.sent) return;
      if (hasArrived(request)) answerLate(request, reply, config, ms);
      else request.deadline?.refresh();
    }, ms);
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body !== undefined) request.deadline?.refresh();
    done();
  });
  // From here on an answer is under way, and a second one must not get in between.
  app.addHook('onSend', (request, _reply, payload, done) => {
    clearTimeout(request.deadline);
    done(null, payload);
  });
  // What is written straight to the socket passes no onSend.
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.deadline);
    done();
  });
}

/** A request without a socket, as tests inject it, has no such mark: it is there as a whole. */
function hasArrived({ raw }: { raw: { complete?: boolean } }): boolean {
  return raw.complete ?? true;
}

/** Straight to the socket: whatever the handler sends later is then too late, and not a second answer. */
function answerLate(request: FastifyRequest, reply: FastifyReply, config: Config, ms: number): void {
  const outcome = READING.has(request.method) ? '' : ' The change may have been made or not.';
  const problem = new AppError('timeout', { detail: `There was no result within ${ms / 1000} s.${outcome}` });
  request.log.warn({ request_id: request.id, code: problem.code, detail: problem.detail }, 'request refused');
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

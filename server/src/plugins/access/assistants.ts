import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Scope } from '../../domain/tokens/scope.ts';
import { withoutSecrets } from '../../domain/tokens/secret.ts';
import { auditOf } from './audit.ts';

/** The name of the program behind a tool, which our tools send with every request. */
const ASSISTANT_HEADER = 'quaestor-assistant';
const MAX_NAME = 100;
const MAX_TARGET = 300;
const CHANGING: readonly Scope[] = ['questions:write', 'questions:delete', 'categories:manage'];

/**
 * Changes by an assistant are in the audit log with the name of its program. The entry precedes the change: it may
 * describe a request that was then rejected, but there is no change without an entry.
 */
export function auditAssistants(app: FastifyInstance, deps: Deps): void {
  const audit = (request: FastifyRequest, name: string) => {
    const path = withoutSecrets(request.originalUrl.split('?')[0] ?? '');
    const client = withoutSecrets(name).slice(0, MAX_NAME);
    const target = `${request.method} ${path}`.slice(0, MAX_TARGET);
    return auditOf(deps, request)('assistant.called', target, { details: { client } });
  };
  app.addHook('preHandler', (request, _reply, done) => {
    const name = request.headers[ASSISTANT_HEADER];
    if (typeof name !== 'string' || !isChange(request)) return done();
    audit(request, name).then(() => done(), done);
  });
}

function isChange({ method, route: { access } }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || access === undefined || access.open) return false;
  return access.anyOf.some((scope) => CHANGING.includes(scope));
}

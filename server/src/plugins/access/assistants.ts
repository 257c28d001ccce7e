import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Scope } from '../../domain/tokens/scope.ts';
import { withoutSecrets } from '../../domain/tokens/secret.ts';
import { auditOf } from './audit.ts';

/** The program behind a tool, as it calls itself; sent by our tools with every request. */
export const ASSISTANT_HEADER = 'quaestor-assistant';
const MAX_NAME = 100;
const MAX_TARGET = 300;
const CHANGING: readonly Scope[] = ['questions:write', 'questions:delete', 'categories:manage'];

/**
 * What an assistant changes is in the audit log with the name of its program. The entry comes before the change: there may
 * be one for what was then rejected, but no change without one.
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

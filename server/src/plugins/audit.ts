import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { AuditAction } from '../domain/audit.ts';
import { networkOf } from '../domain/network.ts';
import { appendAudit } from '../store/audit-log.ts';
import type { Executor } from '../store/database.ts';

/** Writes to the audit log who did what in this request; give it the transaction of the deed where there is one. */
export function auditOf(deps: Deps, request: FastifyRequest) {
  return (
    action: AuditAction,
    target: string | null,
    { details = {}, actor = request.principal.id, tx = deps.db.writes }: AuditOptions = {},
  ): Promise<void> =>
    appendAudit(tx, {
      action,
      actor,
      target,
      address: networkOf(request.ip),
      request_id: request.id,
      occurred_at: deps.now(),
      details,
    });
}

interface AuditOptions {
  details?: Readonly<Record<string, unknown>>;
  actor?: string;
  tx?: Executor;
}

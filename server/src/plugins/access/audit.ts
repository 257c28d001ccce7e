import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { AuditAction, AuditEntry } from '../../domain/audit.ts';
import { networkOf } from '../../domain/http/network.ts';
import { isOwnRequest } from '../../domain/http/own-requests.ts';
import { appendAudit } from '../../store/audit.ts';
import type { Executor } from '../../store/database/database.ts';

/** Writes who did what in this request to the audit log; pass the transaction of the change if there is one. */
export function auditOf(deps: Deps, request: FastifyRequest) {
  return (
    action: AuditAction,
    target: string | null,
    { details = {}, actor = request.principal.id, tx = deps.db.writes }: AuditOptions = {},
  ): Promise<void> => appendAudit(tx, { ...auditEntry(deps, request, action, target), actor, details });
}

/** Like `auditOf`, for failures, which anybody can repeat endlessly: see `RejectionLog`. */
export function auditRejection(
  deps: Deps,
  request: FastifyRequest,
  action: 'token.refused' | 'login.failed',
  target: string | null = null,
): Promise<void> {
  if (isOwnRequest(request)) return Promise.resolve();
  return deps.rejections.note(auditEntry(deps, request, action, target));
}

/** An entry about this request, for handlers that write several at once. */
export function auditEntry(
  deps: Deps,
  request: FastifyRequest,
  action: AuditAction,
  target: string | null,
): AuditEntry {
  return {
    action,
    actor: request.principal.id,
    target,
    address: networkOf(request.ip),
    request_id: request.id,
    occurred_at: deps.now(),
    details: {},
  };
}

interface AuditOptions {
  details?: Readonly<Record<string, unknown>>;
  actor?: string;
  tx?: Executor;
}

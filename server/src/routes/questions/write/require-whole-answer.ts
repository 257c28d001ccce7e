import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { partsLeftOut } from '../../../domain/questions/answer-change.ts';
import type { QuestionChange } from '../../../domain/questions/question.ts';
import { visibilityOf } from '../../../domain/questions/visibility.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';

/**
 * Callers who may not see answers replace an answer as a whole or leave it alone. Checked before the database is read,
 * so that the reply does not depend on what is stored.
 */
export function requireWholeAnswer(deps: Deps, request: FastifyRequest, changes: readonly QuestionChange[]): void {
  if (visibilityOf(request.principal).answers) return;
  for (const change of changes) {
    const missing = partsLeftOut(change);
    if (missing.length === 0) continue;
    const reason = `: changing part of an answer reveals the rest. Send ${missing.join(' and ')} as well, or none of the answer.`;
    throw insufficientScope(deps, request, ['questions:read'], reason);
  }
}

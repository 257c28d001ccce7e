import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { type QuestionFilter, type RequestedFilter, readFilter } from '../../../domain/questions/filter.ts';
import { hiddenStatuses, type ShownField, visibilityOf, visibleFilter } from '../../../domain/questions/visibility.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';
import { requireRead } from '../../shared/require-read.ts';

/**
 * The filter as far as the caller may use it. A request that names something hidden is rejected instead of finding
 * nothing.
 */
export function readVisibleFilter(deps: Deps, request: FastifyRequest, requested: RequestedFilter): QuestionFilter {
  const visibility = visibilityOf(request.principal);
  const filter = readFilter(requested, deps.categories.current);
  if (filter.change_id !== undefined) requireRead(deps, request, 'changes');
  rejectHidden(deps, request, hiddenStatuses(visibility, filter), 'questions');
  return visibleFilter(visibility, filter);
}

export function rejectHiddenFields(deps: Deps, request: FastifyRequest, fields: readonly ShownField[] = []): void {
  const { selectable } = visibilityOf(request.principal);
  rejectHidden(
    deps,
    request,
    fields.filter((field) => !selectable.includes(field)),
  );
}

function rejectHidden(deps: Deps, request: FastifyRequest, names: readonly string[], what = ''): void {
  if (names.length === 0) return;
  const hidden = `${names.join(', ')} ${what}`.trim();
  throw insufficientScope(deps, request, ['questions:read'], `: ${hidden} cannot be shown with questions:play.`);
}

import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { type QuestionFilter, type RequestedFilter, readFilter } from '../../../domain/questions/filter.ts';
import { hiddenStatuses, type ShownField, visibilityOf, visibleFilter } from '../../../domain/questions/visibility.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';
import { type Place, readPerson } from '../../shared/person.ts';
import { requireRead } from '../../shared/require-read.ts';

/**
 * The filter as far as the caller may use it. A request that names something hidden is rejected instead of finding
 * nothing.
 */
export function readVisibleFilter(
  deps: Deps,
  request: FastifyRequest,
  requested: RequestedFilter,
  placeOf = (name: string): Place => ({ parameter: name }),
): QuestionFilter {
  const visibility = visibilityOf(request.principal);
  const { assignee: named } = requested;
  const assignee = named === undefined ? {} : { assignee: readPerson(request, named, placeOf('assignee')) };
  const filter = readFilter({ ...requested, ...assignee }, deps.categories.current);
  for (const [name, what] of REVEALING) if (filter[name] !== undefined) requireRead(deps, request, what);
  if (filter.analysis_id !== undefined && !request.principal.scopes.includes('analysis:read'))
    throw insufficientScope(deps, request, ['analysis:read'], ': `analysis_id` names an analysis.');
  rejectHidden(deps, request, hiddenStatuses(visibility, filter), 'questions');
  return visibleFilter(visibility, filter);
}

/** Filters by something that reveals answers. */
const REVEALING = [
  ['change_id', 'changes'],
  ['assignee', 'assignments'],
  ['analysis_id', 'analyses'],
  ['has_open_comments', 'comments'],
] as const;

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

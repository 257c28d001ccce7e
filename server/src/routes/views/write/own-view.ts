import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';
import type { Executor } from '../../../store/database/database.ts';
import { lockView, type View } from '../../../store/views/views.ts';
import { requireMatch } from '../../shared/if-match.ts';
import { managesPeople, principalOf } from '../../shared/principal.ts';
import { viewId, viewNotFound } from '../schema.ts';

/** The view of the path, locked until the transaction ends, if the caller may change it. */
export async function lockOwnView(
  deps: Deps,
  request: FastifyRequest<{ Params: { id: string } }>,
  tx: Executor,
): Promise<View> {
  const id = viewId(request.params);
  const caller = principalOf(request);
  const view = await lockView(tx, id, caller);
  if (view === undefined) throw viewNotFound(id);
  if (view.owner !== caller && !managesPeople(request))
    throw insufficientScope(deps, request, ['people:manage'], ': the view is another’s.');
  requireMatch(request, deps.config, { etag: `"${view.version}"`, what: 'view', path: 'GET /views/{id}' });
  return view;
}

import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../deps.ts';
import { requireQuota } from '../../operations/quotas/require-quota.ts';
import { inTransaction } from '../../store/database/database.ts';
import { updateView as updateStored } from '../../store/views/views.ts';
import { route } from '../route.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { changedView, type ViewChange, viewPath } from './schema.ts';
import { checkFilter } from './write/check-filter.ts';
import { lockOwnView } from './write/own-view.ts';

export const updateView = (deps: Deps) =>
  route<{ Params: { id: string }; Body: ViewChange }>({
    method: 'PATCH',
    url: '/views/:id',
    schema: {
      operationId: 'updateView',
      tags: ['views'],
      security: needs('questions:read'),
      summary:
        'Change a view of yours; fields left out keep their value. With `people:manage` also views that others share',
      params: viewPath,
      body: { $ref: 'ViewChange#' },
      response: responses(
        { 200: { description: 'The view', schema: { $ref: 'View#' }, example: changedView, headers: ['ETag'] } },
        [...BODY_REJECTIONS, 404, 412, 428],
      ),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Views');
      if (request.body.filter !== undefined) await checkFilter(deps, request, request.body.filter);
      const view = await inTransaction(deps.db.writes, async (tx) => {
        const current = await lockOwnView(deps, request, tx);
        const changed = { ...current, ...request.body };
        if (isDeepStrictEqual(changed, current)) return current;
        if (changed.shared && !current.shared) await requireQuota(tx, 'shared views');
        return updateStored(tx, current.id, changed, deps.now());
      });
      reply.header('etag', `"${view.version}"`);
      return view;
    },
  });

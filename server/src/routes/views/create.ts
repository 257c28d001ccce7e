import type { Deps } from '../../deps.ts';
import { requireQuota } from '../../operations/quotas/require-quota.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { insertView } from '../../store/views/views.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import type { ViewRequest } from './schema.ts';
import { checkFilter } from './write/check-filter.ts';

export const createView = (deps: Deps) =>
  route<{ Body: ViewRequest }>({
    method: 'POST',
    url: '/views',
    schema: {
      operationId: 'createView',
      tags: ['views'],
      security: needs('questions:read'),
      summary: 'Save a list of questions under a name, for yourself or for everybody',
      headers: idempotencyHeader,
      body: { $ref: 'ViewRequest#' },
      response: responses(
        { 201: { description: 'The view', schema: { $ref: 'View#' }, headers: ['Location', 'ETag'] } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Views');
      const { name, filter = {}, sort = null, columns = null, shared = false } = request.body;
      await checkFilter(deps, request, filter);
      const owner = principalOf(request);
      const result = await replyOnce(deps, request, async (tx) => {
        await requireQuota(tx, 'views', { owner });
        if (shared) await requireQuota(tx, 'shared views');
        const made = { id: deps.newId(), name, filter, sort, columns, shared, owner, created_at: deps.now() };
        const view = await insertView(tx, made);
        const headers = { location: `${requestBase(request)}/views/${view.id}`, etag: `"${view.version}"` };
        return { status: 201, headers, body: JSON.stringify(view) };
      });
      return sendReply(reply, result);
    },
  });

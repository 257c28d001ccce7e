import type { Deps } from '../../deps.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { markPair, readPair } from './create/pair.ts';
import type { DismissalRequest } from './schema.ts';

export const createDismissal = (deps: Deps) =>
  route<{ Body: DismissalRequest }>({
    method: 'POST',
    url: '/duplicates/dismissals',
    schema: {
      operationId: 'createDismissal',
      tags: ['duplicates'],
      deprecated: true,
      description: 'Use `/dismissals`, which has pairs and rows of analyses.',
      security: needs('questions:write'),
      summary: 'Mark two questions as not the same: later analyses do not report them as duplicates',
      headers: idempotencyHeader,
      body: { $ref: 'DismissalRequest#' },
      response: responses(
        {
          200: {
            description: 'The pair was marked before: that dismissal, with its own note',
            schema: { $ref: 'Dismissal#' },
          },
          201: { description: 'The dismissal', schema: { $ref: 'Dismissal#' }, headers: ['Location'] },
        },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      requireRead(deps, request, 'notes about pairs');
      const ids = request.body.question_ids.map((id) => id.toLowerCase());
      const wanted = {
        id: deps.newId(),
        question_ids: readPair(ids),
        note: request.body.note ?? null,
        created_at: deps.now(),
        created_by: principalOf(request),
      };
      const result = await replyOnce(deps, request, async (tx) => {
        const { isNew, dismissal } = await markPair(tx, ids, wanted);
        const headers = { location: `${requestBase(request)}/duplicates/dismissals/${dismissal.id}` };
        return { status: isNew ? 201 : 200, headers: isNew ? headers : {}, body: JSON.stringify(dismissal) };
      });
      return sendReply(reply, result);
    },
  });

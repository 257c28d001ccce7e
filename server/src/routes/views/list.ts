import type { Deps } from '../../deps.ts';
import { listViews as listStored } from '../../store/views/views.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { principalOf } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { sendPage } from '../shared/send-page.ts';

export const listViews = (deps: Deps) =>
  route<{ Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/views',
    schema: {
      operationId: 'listViews',
      tags: ['views'],
      security: needs('questions:read'),
      summary: 'Saved lists of questions: your own and those that are shared',
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of views', schema: { $ref: 'ViewList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const reader = principalOf(request);
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `views of ${reader}`,
        list: (page) => listStored(deps.db.reads, reader, page),
        keyOf: ({ id }) => id,
      });
      return sendPage(reply, rows, pagination);
    },
  });

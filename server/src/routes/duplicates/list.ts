import type { Deps } from '../../deps.ts';
import { listDismissals as listStored } from '../../store/duplicates/dismissals.ts';
import { route } from '../route.ts';
import { readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { DismissalQuery } from './schema.ts';

export const listDismissals = (deps: Deps) =>
  route<{ Querystring: DismissalQuery }>({
    method: 'GET',
    url: '/duplicates/dismissals',
    schema: {
      operationId: 'listDismissals',
      tags: ['duplicates'],
      deprecated: true,
      description: 'Use `/dismissals`, which has pairs and rows of analyses.',
      security: needs('questions:read'),
      summary: 'Pairs of questions that are marked as not the same, newest first',
      querystring: DismissalQuery,
      response: responses(
        { 200: { description: 'A page of dismissals', schema: { $ref: 'DismissalList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { question_id, ...page } = request.query;
      const questionId = question_id?.toLowerCase();
      const { rows: data, pagination } = await readKeysetPage(request, reply, page, {
        name: `dismissals of ${questionId}`,
        list: (keyset) => listStored(deps.db.reads, questionId, keyset),
        keyOf: ({ id }) => id,
      });
      return { data, pagination };
    },
  });

import type { Deps } from '../../deps.ts';
import { listDismissals as listStored } from '../../store/duplicate-dismissals.ts';
import { readKeysetPage } from '../keyset-list.ts';
import { NOT_MODIFIED, READ_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { DismissalQuery } from './schema.ts';

export const listDismissals = (deps: Deps) =>
  route<{ Querystring: DismissalQuery }>({
    method: 'GET',
    url: '/duplicates/dismissals',
    schema: {
      operationId: 'listDismissals',
      tags: ['duplicates'],
      security: needs('questions:read'),
      summary: 'Pairs of questions that are marked as not the same, newest first',
      querystring: DismissalQuery,
      response: responses(
        { 200: { description: 'A page of dismissals', schema: { $ref: 'DismissalList#' } }, 304: NOT_MODIFIED },
        READ_REFUSALS,
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

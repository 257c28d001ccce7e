import { findAnalysisType } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
import { listDismissals } from '../../store/dismissals/list.ts';
import { route } from '../route.ts';
import { readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { RowDismissalQuery } from './schema.ts';

export const listRowDismissals = (deps: Deps) =>
  route<{ Querystring: RowDismissalQuery }>({
    method: 'GET',
    url: '/dismissals',
    schema: {
      operationId: 'listRowDismissals',
      tags: ['dismissals'],
      security: needs('questions:read'),
      summary: 'Dismissed rows of analyses, newest first; those of questions that have changed since are left out',
      querystring: RowDismissalQuery,
      response: responses(
        { 200: { description: 'A page of dismissals', schema: { $ref: 'RowDismissalList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { question_id, analysis_type: analysisType, ...page } = request.query;
      const questionId = question_id?.toLowerCase();
      const pairs = analysisType === undefined || findAnalysisType(analysisType).dismissible.of === 'pair';
      const { rows: data, pagination } = await readKeysetPage(request, reply, page, {
        name: `row dismissals of ${analysisType} ${questionId}`,
        list: (keyset) => listDismissals(deps.db.reads, { analysisType, pairs, questionId }, keyset),
        keyOf: ({ id }) => id,
      });
      return { data, pagination };
    },
  });

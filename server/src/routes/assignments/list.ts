import type { Deps } from '../../deps.ts';
import { listAssignments as listStored } from '../../store/assignments/assignments.ts';
import { route } from '../route.ts';
import { readKeysetPage } from '../shared/keyset-list.ts';
import { readPerson } from '../shared/person.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { storedType } from './create/row.ts';
import { AssignmentQuery } from './schema.ts';

export const listAssignments = (deps: Deps) =>
  route<{ Querystring: AssignmentQuery }>({
    method: 'GET',
    url: '/assignments',
    schema: {
      operationId: 'listAssignments',
      tags: ['assignments'],
      security: needs('questions:read'),
      summary: 'Who is assigned to which row of an analysis, oldest first; finished assignments are kept for 90 days',
      querystring: AssignmentQuery,
      response: responses(
        { 200: { description: 'A page of assignments', schema: { $ref: 'AssignmentList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { person: named, analysis_type, question_id, done, ...page } = request.query;
      const filter = {
        person: named && readPerson(request, named, { parameter: 'person' }),
        analysisType: analysis_type && storedType(analysis_type),
        questionId: question_id?.toLowerCase(),
        done,
      };
      const { rows: data, pagination } = await readKeysetPage(request, reply, page, {
        name: `assignments ${JSON.stringify(filter)}`,
        list: (keyset) => listStored(deps.db.reads, filter, keyset),
        keyOf: ({ id }) => id,
      });
      return { data, pagination };
    },
  });

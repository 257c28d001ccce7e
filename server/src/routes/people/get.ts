import type { Deps } from '../../deps.ts';
import { findPerson } from '../../store/people/people.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { personId, personNotFound, personPath, presentPerson } from './schema.ts';

export const getPerson = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/people/:id',
    schema: {
      operationId: 'getPerson',
      tags: ['people'],
      security: needs('people:manage', 'questions:read'),
      summary: 'One person, also one who was removed, whose name stays on what they have done',
      params: personPath,
      response: responses({ 200: { description: 'The person', schema: { $ref: 'Person#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = personId(request.params);
      const person = await findPerson(deps.db.reads, id);
      if (person === undefined) throw personNotFound(id);
      return presentPerson(request.principal, person);
    },
  });

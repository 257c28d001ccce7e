import type { Deps } from '../../deps.ts';
import { listPeople as listStored } from '../../store/people/people.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { presentPerson } from './schema.ts';

export const listPeople = (deps: Deps) =>
  route<{ Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/people',
    schema: {
      operationId: 'listPeople',
      tags: ['people'],
      security: needs('people:manage', 'questions:write'),
      summary: 'The people who can sign in; without people:manage only names and roles',
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of people', schema: { $ref: 'PersonList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: 'people',
        list: (page) => listStored(deps.db.reads, page),
        keyOf: ({ id }) => id,
      });
      return { data: rows.map((person) => presentPerson(request.principal, person)), pagination };
    },
  });

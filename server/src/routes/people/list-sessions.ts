import type { Deps } from '../../deps.ts';
import { sessionLimits } from '../../domain/people/session.ts';
import { findPerson } from '../../store/people/people.ts';
import { listSessions } from '../../store/people/sessions.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { exampleOtherSessions } from '../sign-in/schema.ts';
import { presentSession } from '../sign-in/shared/present.ts';
import { personId, personNotFound, personPath } from './schema.ts';

export const listPersonSessions = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/people/:id/sessions',
    schema: {
      operationId: 'listPersonSessions',
      tags: ['people'],
      security: needs('people:manage'),
      summary: 'Where a person is signed in',
      params: personPath,
      querystring: KeysetQuery,
      response: responses(
        {
          200: { description: 'A page of sessions', schema: { $ref: 'SessionList#' }, example: exampleOtherSessions },
          304: NOT_MODIFIED,
        },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = personId(request.params);
      const person = await findPerson(deps.db.reads, id);
      if (person === undefined || person.removed_at !== null) throw personNotFound(id);
      const limits = sessionLimits(deps.config, deps.now());
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `sessions of ${id}`,
        list: (page) => listSessions(deps.db.reads, id, limits, page),
        keyOf: (session) => session.id,
      });
      return { data: rows.map((each) => presentSession(deps, each, request.principal.session?.id)), pagination };
    },
  });

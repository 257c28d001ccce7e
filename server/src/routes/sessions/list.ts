import type { Deps } from '../../deps.ts';
import { sessionLimits } from '../../domain/people/session.ts';
import { listSessions } from '../../store/people/sessions.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';
import { presentSession } from '../sign-in/shared/present.ts';

export const listOwnSessions = (deps: Deps) =>
  route<{ Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/sessions',
    schema: {
      operationId: 'listSessions',
      tags: ['session'],
      security: PEOPLE_ONLY,
      summary: 'Where you are signed in',
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of sessions', schema: { $ref: 'SessionList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { id, person_id = '' } = request.principal.session ?? {};
      const limits = sessionLimits(deps.config, deps.now());
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `sessions of ${person_id}`,
        list: (page) => listSessions(deps.db.reads, person_id, limits, page),
        keyOf: (session) => session.id,
      });
      return { data: rows.map((session) => presentSession(deps, session, id)), pagination };
    },
  });

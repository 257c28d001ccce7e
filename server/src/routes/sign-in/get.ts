import type { Deps } from '../../deps.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';
import { currentSession } from './shared/present.ts';

export const getSession = (deps: Deps) =>
  route({
    method: 'GET',
    url: '/session',
    schema: {
      operationId: 'getSession',
      tags: ['session'],
      security: PEOPLE_ONLY,
      summary: 'Who is signed in, what they may do and until when',
      response: responses(
        { 200: { description: 'The session', schema: { $ref: 'CurrentSession#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async ({ principal }) => currentSession(deps, deps.db.access, principal.session?.id ?? ''),
  });

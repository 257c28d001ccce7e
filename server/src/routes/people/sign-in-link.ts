import type { Deps } from '../../deps.ts';
import { makeLink } from '../../operations/people/sign-in-link.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { requestOrigin } from '../../plugins/access/origin.ts';
import { holdPersonRole } from '../../store/people/people.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { personId, personNotFound, personPath } from './schema.ts';
import { requireRank } from './shared/require-rank.ts';

export const createSignInLink = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/people/:id/sign-in-link',
    config: { reauthenticate: true },
    schema: {
      operationId: 'createSignInLink',
      tags: ['people'],
      security: needs('people:manage'),
      summary: 'Create a new link to sign in, shown only once; the previous one no longer works',
      headers: idempotencyHeader,
      params: personPath,
      response: responses({ 201: { description: 'The link', schema: { $ref: 'SignInLink#' } } }, [
        ...POST_REJECTIONS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      const id = personId(request.params);
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          const role = await holdPersonRole(tx, id);
          if (role === undefined) throw personNotFound(id);
          requireRank(deps, request, role);
          const origin = requestOrigin(request, deps.config);
          const link = await makeLink(deps, tx, { personId: id, createdBy: principalOf(request), origin });
          await auditOf(deps, request)('link.created', `person:${id}`, { tx });
          return { status: 201, headers: {}, body: JSON.stringify({ person_id: id, ...link }) };
        },
        { secret: true },
      );
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });

import type { Deps } from '../../deps.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { requestBase, requestOrigin } from '../../plugins/access/origin.ts';
import { insertPerson, lockPeople, requireQuotaForPerson } from '../../store/people/people.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import type { PersonRequest } from './schema.ts';
import { checkRole } from './shared/check-role.ts';
import { makeLink } from './shared/new-link.ts';

export const createPerson = (deps: Deps) =>
  route<{ Body: PersonRequest }>({
    method: 'POST',
    url: '/people',
    config: { reauthenticate: true },
    schema: {
      operationId: 'createPerson',
      tags: ['people'],
      security: needs('people:manage'),
      summary: 'Invite a person; the link to sign in is shown only once',
      headers: idempotencyHeader,
      body: { $ref: 'PersonRequest#' },
      response: responses(
        { 201: { description: 'The person and the link', schema: { $ref: 'NewPerson#' }, headers: ['Location'] } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { name, email = null, role } = request.body;
      checkRole(request.principal, role);
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          await lockPeople(tx);
          await requireQuotaForPerson(tx);
          const created_by = principalOf(request);
          const person = await insertPerson(tx, {
            id: deps.newId(),
            name,
            email,
            role,
            created_by,
            created_at: deps.now(),
          });
          const origin = requestOrigin(request, deps.config);
          const link = await makeLink(deps, tx, { personId: person.id, createdBy: created_by, origin });
          await auditOf(deps, request)('person.created', `person:${person.id}`, { tx, details: { name, role } });
          const { sign_in_link, expires_at: link_expires_at } = link;
          return {
            status: 201,
            headers: { location: `${requestBase(request)}/people/${person.id}` },
            body: JSON.stringify({ ...person, link_expires_at, sign_in_link }),
          };
        },
        { secret: true },
      );
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });

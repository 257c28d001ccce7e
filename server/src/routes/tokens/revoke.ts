import type { Deps } from '../../deps.ts';
import { endWebhooksMadeBy } from '../../operations/webhooks/disable.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { revokeToken } from '../../store/tokens/tokens.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { ownerFor } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { tokenId, tokenNotFound, tokenPath } from './schema.ts';
import { tokenEvent } from './shared/event.ts';

export const revokeOwnToken = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/tokens/:id',
    config: { reauthenticate: true },
    schema: {
      operationId: 'revokeToken',
      tags: ['tokens'],
      security: needs('tokens:manage'),
      summary: 'Revoke an API key: here at once, on every other node within a second',
      params: tokenPath,
      headers: preferMinimal,
      response: responses(deletedResponses('The key no longer works', 'RevokedToken'), [...BODY_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      const id = tokenId(request.params);
      const revoked_at = deps.now();
      await inTransaction(deps.db.writes, async (tx) => {
        const token = await revokeToken(tx, id, ownerFor(request), revoked_at);
        if (token === undefined) throw tokenNotFound(id);
        await endWebhooksMadeBy(tx, [`token:${id}`], revoked_at);
        await appendEvents(tx, [tokenEvent('token.revoked', token, request, revoked_at)]);
        await auditOf(deps, request)('token.revoked', `token:${id}`, { tx });
      });
      deps.authenticator.recheckAll();
      return sendDeleted(request, reply, { id, revoked: true, revoked_at }, revoked_at);
    },
  });

import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { auditOf } from '../../plugins/audit.ts';
import { inTransaction } from '../../store/database.ts';
import { appendEvents } from '../../store/events.ts';
import { revokeToken } from '../../store/tokens.ts';
import { time } from '../credential-schema.ts';
import { ownerFor } from '../principal.ts';
import { BODY_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { tokenEvent } from './event.ts';
import { tokenId, tokenNotFound, tokenPath } from './schema.ts';

const Revoked = Type.Object(
  { id: Type.String({ format: 'uuid' }), revoked: Type.Boolean(), revoked_at: time },
  { additionalProperties: false },
);

export const revokeOwnToken = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/tokens/:id',
    schema: {
      operationId: 'revokeToken',
      tags: ['tokens'],
      security: needs('tokens:manage'),
      summary: 'Revoke an API key: here at once, on every other node within a second',
      params: tokenPath,
      response: responses({ 200: { description: 'The key is worth nothing now', schema: Revoked } }, [
        ...BODY_REFUSALS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = tokenId(request.params);
      const revoked_at = deps.now();
      await inTransaction(deps.db.writes, async (tx) => {
        const token = await revokeToken(tx, id, ownerFor(request), revoked_at);
        if (token === undefined) throw tokenNotFound(id);
        await appendEvents(tx, [tokenEvent('token.revoked', token, request, revoked_at)]);
        await auditOf(deps, request)('token.revoked', `token:${id}`, { tx });
      });
      deps.authenticator.recheckAll();
      return { id, revoked: true, revoked_at };
    },
  });

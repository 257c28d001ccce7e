import type { Deps } from '../../deps.ts';
import { findToken } from '../../store/tokens/tokens.ts';
import { route } from '../route.ts';
import { ownerFor } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { tokenId, tokenNotFound, tokenPath } from './schema.ts';

export const getToken = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/tokens/:id',
    schema: {
      operationId: 'getToken',
      tags: ['tokens'],
      security: needs('tokens:manage'),
      summary: 'One API key, without its secret',
      params: tokenPath,
      response: responses({ 200: { description: 'The key', schema: { $ref: 'Token#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = tokenId(request.params);
      const token = await findToken(deps.db.reads, id, ownerFor(request));
      if (token === undefined) throw tokenNotFound(id);
      return token;
    },
  });

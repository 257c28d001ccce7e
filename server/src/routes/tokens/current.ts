import { route } from '../route.ts';
import { NOT_MODIFIED, responses } from '../shared/responses.ts';
import { ANY_TOKEN } from '../shared/security.ts';

export const getCurrentToken = () =>
  route({
    method: 'GET',
    url: '/tokens/current',
    schema: {
      operationId: 'getCurrentToken',
      tags: ['tokens'],
      security: ANY_TOKEN,
      summary: 'Whose token this is, what it may do and until when',
      response: responses(
        { 200: { description: 'The caller', schema: { $ref: 'CurrentToken#' } }, 304: NOT_MODIFIED },
        [400, 406],
      ),
    },
    handler: async ({ principal: { id, kind, name, scopes, token_id, expires_at } }) => ({
      principal: id,
      kind,
      name,
      scopes,
      token_id,
      expires_at,
    }),
  });

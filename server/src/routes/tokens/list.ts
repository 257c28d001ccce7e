import type { Deps } from '../../deps.ts';
import { listTokens } from '../../store/tokens/tokens.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { ownerFor } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

export const listOwnTokens = (deps: Deps) =>
  route<{ Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/tokens',
    schema: {
      operationId: 'listTokens',
      tags: ['tokens'],
      security: needs('tokens:manage'),
      summary:
        'List the API keys you have created, including revoked ones. The operator sees all, and the operator’s own tokens',
      querystring: KeysetQuery,
      response: responses(
        {
          200: { description: 'A page of tokens, without their secrets', schema: { $ref: 'TokenList#' } },
          304: NOT_MODIFIED,
        },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { rows: data, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `tokens of ${ownerFor(request)}`,
        list: (page) => listTokens(deps.db.reads, ownerFor(request), page),
        keyOf: ({ id }) => id,
      });
      return { data, pagination };
    },
  });

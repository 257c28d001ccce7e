import type { Deps } from '../../deps.ts';
import { wholeList } from '../../domain/http/page.ts';
import { listPasskeys as listStored } from '../../store/passkeys/passkeys.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';

export const listPasskeys = (deps: Deps) =>
  route({
    method: 'GET',
    url: '/passkeys',
    schema: {
      operationId: 'listPasskeys',
      tags: ['passkeys'],
      security: PEOPLE_ONLY,
      summary: 'Your passkeys, oldest first',
      response: responses(
        { 200: { description: 'All of them', schema: { $ref: 'PasskeyList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async ({ principal: { session } }) => {
      const data = await listStored(deps.db.access, session?.person_id ?? '');
      return { data, pagination: wholeList(data.length) };
    },
  });

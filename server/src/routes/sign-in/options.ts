import type { Deps } from '../../deps.ts';
import { findRelyingParty } from '../../plugins/access/relying-party.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';

export const getSessionOptions = ({ config }: Deps) =>
  route({
    method: 'GET',
    url: '/session/options',
    config: { cost: 0 },
    schema: {
      operationId: 'getSessionOptions',
      tags: ['session'],
      security: OPEN_TO_ALL,
      summary: 'The ways in which people can sign in here',
      response: responses(
        { 200: { description: 'The ways to sign in', schema: { $ref: 'SessionOptions#' } }, 304: NOT_MODIFIED },
        [400, 406],
      ),
    },
    handler: async (request) => ({
      link: true,
      passkey: findRelyingParty(request, config) !== undefined,
      openid: config.openidIssuer === undefined ? null : { name: config.openidName },
    }),
  });

import { signInOptions } from '../../access/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { beginAttempt } from '../../plugins/access/attempt-cookie.ts';
import { requireRelyingParty } from '../../plugins/access/relying-party.ts';
import { rejectCrossOrigin } from '../../plugins/access/same-origin.ts';
import { route } from '../route.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';

export const createPasskeySignInOptions = (deps: Deps) =>
  route({
    method: 'POST',
    url: '/session/passkey/options',
    config: { cost: 1 },
    schema: {
      operationId: 'createPasskeySignInOptions',
      tags: ['session'],
      security: OPEN_TO_ALL,
      summary: 'Start signing in with a passkey: what a browser needs to use one, valid for 5 minutes',
      response: responses(
        {
          200: {
            description: 'Options for navigator.credentials.get(); the cookie belongs to them',
            schema: { $ref: 'PasskeyRequestOptions#' },
            headers: ['Set-Cookie'],
          },
        },
        [...BODY_REJECTIONS, 403, 409],
      ),
    },
    handler: async (request, reply) => {
      rejectCrossOrigin(request, deps.config);
      const options = await signInOptions(requireRelyingParty(request, deps.config));
      await beginAttempt(deps, request, reply, { kind: 'passkey', challenge: options.challenge });
      return options;
    },
  });

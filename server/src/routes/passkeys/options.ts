import { registrationOptions } from '../../access/passkeys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { beginAttempt } from '../../plugins/access/attempt-cookie.ts';
import { requireRelyingParty } from '../../plugins/access/relying-party.ts';
import { listCredentials } from '../../store/passkeys/passkeys.ts';
import { findPerson } from '../../store/people/people.ts';
import { route } from '../route.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';

export const createPasskeyOptions = (deps: Deps) =>
  route({
    method: 'POST',
    url: '/passkeys/options',
    config: { reauthenticate: true },
    schema: {
      operationId: 'createPasskeyOptions',
      tags: ['passkeys'],
      security: PEOPLE_ONLY,
      summary: 'Start registering a passkey: what a browser needs to create one, valid for 5 minutes',
      response: responses(
        {
          200: {
            description: 'Options for navigator.credentials.create(); the cookie belongs to them',
            schema: { $ref: 'PasskeyCreationOptions#' },
            headers: ['Set-Cookie'],
          },
        },
        [...BODY_REJECTIONS, 409],
      ),
    },
    handler: async (request, reply) => {
      const party = requireRelyingParty(request, deps.config);
      const person_id = request.principal.session?.person_id ?? '';
      const person = await findPerson(deps.db.access, person_id);
      if (person === undefined) throw new AppError('session_ended');
      const { name, email } = person;
      const credentials = await listCredentials(deps.db.access, person_id, party.id);
      const options = await registrationOptions(party, { id: person_id, email: email ?? name, name, credentials });
      await beginAttempt(deps, request, reply, { kind: 'new-passkey', challenge: options.challenge, person_id });
      return options;
    },
  });

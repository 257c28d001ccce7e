import type { FastifyRequest } from 'fastify';
import { PasskeyError, verifyRegistration } from '../../access/passkeys.ts';
import { type Attempt, digestAttempt } from '../../access/sign-in-attempts.ts';
import type { Deps } from '../../deps.ts';
import { ATTEMPT_MS, MAX_PASSKEYS, TRANSPORTS } from '../../domain/passkeys/passkey.ts';
import type { RelyingParty } from '../../domain/passkeys/relying-party.ts';
import { AppError } from '../../errors.ts';
import { endAttempt, readAttempt } from '../../plugins/access/attempt-cookie.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { requireRelyingParty } from '../../plugins/access/relying-party.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import { countPasskeys, insertPasskey } from '../../store/passkeys/passkeys.ts';
import { holdPerson } from '../../store/sign-in/people.ts';
import { claimAttempt } from '../../store/sign-in/used-attempts.ts';
import { route } from '../route.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';
import type { PasskeyRequest } from './schema.ts';

export const createPasskey = (deps: Deps) =>
  route<{ Body: PasskeyRequest }>({
    method: 'POST',
    url: '/passkeys',
    config: { reauthenticate: true },
    schema: {
      operationId: 'createPasskey',
      tags: ['passkeys'],
      security: PEOPLE_ONLY,
      summary: 'Register the passkey that a browser has created, once for each POST /passkeys/options',
      body: { $ref: 'PasskeyRequest#' },
      response: responses(
        {
          201: {
            description: 'The passkey; from now on its owner can sign in with it',
            schema: { $ref: 'Passkey#' },
            headers: ['Set-Cookie'],
          },
        },
        [...BODY_REJECTIONS, 409],
      ),
    },
    handler: async (request, reply) => {
      const party = requireRelyingParty(request, deps.config);
      const attempt = await readAttempt(deps, request, 'new-passkey');
      if (attempt.person_id !== request.principal.session?.person_id) throw new AppError('sign_in_expired');
      const passkey = await register(deps, request, party, attempt);
      endAttempt(deps, request, reply);
      return reply.code(201).send(passkey);
    },
  });

type NewPasskeyAttempt = Extract<Attempt, { kind: 'new-passkey' }>;

async function register(
  deps: Deps,
  request: FastifyRequest<{ Body: PasskeyRequest }>,
  party: RelyingParty,
  attempt: NewPasskeyAttempt,
) {
  const { name, credential } = request.body;
  const { person_id } = attempt;
  const verified = await verifyRegistration(party, attempt.challenge, credential as never).catch((cause: unknown) => {
    throw cause instanceof PasskeyError ? new AppError('passkey_invalid', { cause }) : cause;
  });
  const named = credential.response.transports ?? [];
  const passkey = {
    id: deps.newId(),
    name,
    transports: TRANSPORTS.filter((transport) => named.includes(transport)),
    backed_up: verified.backed_up,
    created_at: deps.now(),
    last_used_at: null,
  };
  await inTransaction(deps.db.writes, async (tx) => {
    if (!(await holdPerson(tx, person_id))) throw new AppError('session_ended');
    await requirePasskeyQuota(tx, person_id);
    const expiresAt = new Date(passkey.created_at.getTime() + ATTEMPT_MS);
    if (!(await claimAttempt(tx, digestAttempt(attempt), expiresAt))) throw new AppError('sign_in_expired');
    if (!(await insertPasskey(tx, { ...passkey, ...verified, person_id, rp_id: party.id })))
      throw new AppError('passkey_exists');
    await auditOf(deps, request)('passkey.created', `passkey:${passkey.id}`, { tx, details: { name } });
  });
  return passkey;
}

/** The count is exact because the person's row is locked. */
async function requirePasskeyQuota(tx: Executor, personId: string): Promise<void> {
  if ((await countPasskeys(tx, personId)) < MAX_PASSKEYS) return;
  throw new AppError('quota_exceeded', {
    detail: `You have reached the limit of ${MAX_PASSKEYS} passkeys. Delete one first.`,
  });
}

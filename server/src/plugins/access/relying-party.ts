import type { FastifyRequest } from 'fastify';
import { type RelyingParty, relyingPartyOf } from '../../domain/passkeys/relying-party.ts';
import { AppError } from '../../errors.ts';
import { requestOrigin } from './origin.ts';

type OriginConfig = { publicUrl: string | undefined };

/** The relying party for passkeys, if they are possible. */
export function findRelyingParty(request: FastifyRequest, config: OriginConfig): RelyingParty | undefined {
  return relyingPartyOf(config.publicUrl, requestOrigin(request, config));
}

export function requireRelyingParty(request: FastifyRequest, config: OriginConfig): RelyingParty {
  const party = findRelyingParty(request, config);
  if (party === undefined) throw new AppError('passkeys_unavailable');
  return party;
}

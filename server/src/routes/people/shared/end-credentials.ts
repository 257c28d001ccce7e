import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { findOauthClientMadeBy } from '../../../store/clients.ts';
import { inTransaction } from '../../../store/database/database.ts';
import { endClient, MAX_AT_ONCE, revokeTokensOf } from '../../clients/delete/end-client.ts';

const MAX_ROUNDS = 200;

/**
 * Ends the API keys and OAuth clients of a person who may no longer create any, because anybody who knows one could
 * continue to use it. Returns the number of rounds. Sending the same request again ends what a failure has left.
 */
export async function endCredentials(deps: Deps, request: FastifyRequest, personId: string): Promise<number> {
  const maker = `person:${personId}`;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const revoked = await inTransaction(deps.db.writes, (tx) =>
      revokeTokensOf(deps, request, tx, { maker, limit: MAX_AT_ONCE }),
    );
    const client = await findOauthClientMadeBy(deps.db.writes, maker);
    if (client !== undefined) await endClient(deps, request, client, null);
    if (revoked < MAX_AT_ONCE && client === undefined) return revoked === 0 ? round : round + 1;
  }
  throw new AppError('overloaded', {
    detail: 'The person has made more credentials than one request can end. Send the request again to continue.',
    headers: { 'retry-after': '1' },
  });
}

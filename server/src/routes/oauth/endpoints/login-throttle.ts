import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { networkOf } from '../../../domain/http/network.ts';
import { settle } from '../../../plugins/access/rate-limit.ts';

/**
 * Failed logins are counted per client and network and per network, so that a caller who keeps failing is rejected.
 * Secrets have 178 random bits: the limit bounds the work, not guessing, and the right secret is never rejected.
 */
export async function countLoginFailure(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  client: string,
): Promise<void> {
  if (!deps.config.rateLimit) return;
  const network = networkOf(request.ip);
  const balances = [
    await deps.limits.loginsOfNetwork.addFailure(network),
    await deps.limits.loginsOfClient.addFailure(`${client.slice(0, 100)} ${network}`),
  ];
  for (const balance of balances) settle(reply, balance);
}

/** A caller who has proved to be a client pays as that client. */
export async function chargeLogin(deps: Deps, reply: FastifyReply, client: string): Promise<void> {
  if (!deps.config.rateLimit) return;
  settle(reply, await deps.limits.principal.take(`client:${client}`, deps.config.costWrite));
}

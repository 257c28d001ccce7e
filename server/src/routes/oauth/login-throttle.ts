import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../domain/network.ts';
import { settle } from '../../plugins/rate-limit.ts';

/**
 * Whoever failed too often is not heard for a while: by client and network, so that nobody can lock out the owner from
 * elsewhere, and by network, so that nobody can go through all clients.
 */
export async function refuseThrottledLogin(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  client: string,
): Promise<void> {
  if (!deps.config.rateLimit) return;
  const network = networkOf(request.ip);
  const balances = [
    await deps.limits.loginsOfClient.look(keyOf(client, network)),
    await deps.limits.loginsOfNetwork.look(network),
  ];
  for (const balance of balances) if (balance.exceeded) settle(reply, balance);
}

export async function countLoginFailure(deps: Deps, request: FastifyRequest, client: string): Promise<void> {
  if (!deps.config.rateLimit) return;
  const network = networkOf(request.ip);
  await deps.limits.loginsOfClient.take(keyOf(client, network), 1);
  await deps.limits.loginsOfNetwork.take(network, 1);
}

function keyOf(client: string, network: string): string {
  return `${client.slice(0, 100)} ${network}`;
}

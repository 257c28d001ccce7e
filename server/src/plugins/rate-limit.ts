import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { networkOf } from '../domain/network.ts';
import { AppError } from '../errors.ts';
import type { Balance } from '../limits/limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Points of the route where they are not those of every read or write. */
    cost?: number;
    /** Further points that the body tells. */
    extraCost?: (body: unknown) => number;
  }
}

export async function chargePrincipal(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!deps.config.rateLimit) return;
  settle(reply, await deps.limits.principal.take(request.principal.id, costOf(deps, request)));
}

/** Callers without a valid token share the points of their network. */
export async function chargeNetwork(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { points = costOf(deps, request) }: { points?: number } = {},
): Promise<void> {
  if (!deps.config.rateLimit) return;
  const network = networkOf(request.ip);
  if (points > 0) settle(reply, await deps.limits.network.take(network, points));
  else writeHeaders(reply, deps.limits.network.peek(network)); // a probe is never refused, and waits for nobody
}

/** Whether the network has points left at all, before anything is done for a token that nobody has seen yet. */
export async function refuseSpentNetwork(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!deps.config.rateLimit) return;
  settle(reply, await deps.limits.network.look(networkOf(request.ip)));
}

/** What a body costs is known when it has been read: before anything is done with it. */
export function chargeBodies(app: FastifyInstance, deps: Deps): void {
  if (!deps.config.rateLimit) return;
  app.addHook('onRoute', (route) => {
    const { extraCost } = route.config ?? {};
    if (extraCost === undefined) return;
    const charge = async (request: FastifyRequest, reply: FastifyReply) => {
      const points = extraCost(request.body);
      if (points === 0) return;
      const [counter, key] =
        request.principal.kind === 'anonymous'
          ? [deps.limits.network, networkOf(request.ip)]
          : [deps.limits.principal, request.principal.id];
      settle(reply, await counter.take(key, points));
    };
    route.preValidation = [route.preValidation ?? [], charge].flat();
  });
}

function costOf({ config }: Deps, { method, query, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.cost !== undefined) return routeOptions.config.cost;
  if (method === 'OPTIONS') return 0; // a browser asks before nearly every request, and cannot send its token with that
  if (method !== 'GET' && method !== 'HEAD') return config.costWrite;
  return typeof query === 'object' && query !== null && 'q' in query ? config.costSearch : config.costRead;
}

/** The one place where the headers of limits are written (draft-ietf-httpapi-ratelimit-headers). */
function writeHeaders(reply: FastifyReply, { policy, quota, windowSeconds, remaining, resetSeconds }: Balance): void {
  reply.header('ratelimit-policy', `"${policy}";q=${quota};w=${windowSeconds}`);
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

/** Tells the caller what is left, and refuses when nothing is. */
export function settle(reply: FastifyReply, balance: Balance): void {
  writeHeaders(reply, balance);
  const { policy, quota, windowSeconds, resetSeconds, exceeded } = balance;
  if (!exceeded) return;
  throw new AppError('rate_limited', {
    detail: `${REASONS[policy]} ${quota} in ${windowSeconds} seconds; try again in ${resetSeconds} s.`,
    headers: { 'retry-after': String(resetSeconds) },
  });
}

const REASONS: Readonly<Record<Balance['policy'], string>> = {
  default: 'The points of this principal are used up:',
  anonymous: 'The points of callers without a valid token from this network are used up:',
  login: 'Too many failed logins:',
};

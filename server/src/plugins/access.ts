import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { IssuerAwayError } from '../access/outside-issuer.ts';
import type { Deps } from '../deps.ts';
import { anonymous, type Principal } from '../domain/principal.ts';
import type { Scope } from '../domain/scope.ts';
import { AppError } from '../errors.ts';
import { translateDatabaseError } from '../store/database-errors.ts';
import { auditOf } from './audit.ts';
import { requestOrigin } from './origin.ts';
import { chargeNetwork, chargePrincipal, refuseSpentNetwork } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; anonymous on public routes. */
    principal: Principal;
  }
  interface FastifyContextConfig {
    /** Who may call the route; derived from its `security`. */
    access?: Access;
  }
}

export type Access = { open: true } | { open: false; anyOf: readonly Scope[] };

const OPEN: Access = { open: true };
/** The pages of the interactive reference and the preflights of CORS are made by plugins, and hold nothing of the bank. */
const PLUGIN_ROUTES = /^(?:\/docs(?:\/.*)?|\*)$/u;

/** Until the token has been looked at, everybody is nobody. Call before any hook that may answer a request. */
export function beginAnonymous(app: FastifyInstance, { config }: Deps): void {
  const nobody = anonymous(config.anonymousScopes);
  app.decorateRequest('principal', null as unknown as Principal);
  app.addHook('onRequest', (request, _reply, done) => {
    request.principal = nobody;
    done();
  });
}

/**
 * Who calls, what it costs them and whether they may: before anything else of a request is looked at. A route that does
 * not say in its schema who may call it keeps the service from starting.
 */
export function controlAccess(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRoute', (route) => {
    const access = declaredAccess(route);
    // A page of the reference asks for a dozen files at once: it would use up the points of a minute in a few looks.
    route.config = { ...route.config, access, ...(isPluginRoute(route) && { cost: 0 }) };
  });
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access ?? OPEN; // an unknown path has no secrets
    const token = access.open ? undefined : bearerToken(request);
    if (token === undefined) {
      await chargeNetwork(deps, request, reply);
    } else {
      request.principal = deps.authenticator.recall(token) ?? (await admitToken(deps, request, reply, token));
      await chargePrincipal(deps, request, reply);
    }
    if (!access.open) authorise(deps, request, access.anyOf, token !== undefined);
  });
}

function isPluginRoute({ url }: RouteOptions): boolean {
  return PLUGIN_ROUTES.test(url);
}

function declaredAccess(route: RouteOptions): Access {
  const { url, schema, method } = route;
  if (isPluginRoute(route)) return OPEN;
  const security = schema?.security;
  if (security === undefined) throw new Error(`${String(method)} ${url} does not declare who may call it (security).`);
  if (security.length === 0) return OPEN;
  return { open: false, anyOf: security.flatMap((alternative) => (alternative['bearer'] ?? []) as Scope[]) };
}

/** The token of the Authorization header; undefined when there is none. Anything else there is not a token of ours. */
function bearerToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +(?<token>\S.*)$/iu.exec(authorization)?.groups?.['token'] ?? '';
}

/** Not seen valid just now: asked for, unless this network has guessed too often. Whoever was seen valid before is not held up by that. */
async function admitToken(deps: Deps, request: FastifyRequest, reply: FastifyReply, token: string): Promise<Principal> {
  if (!deps.authenticator.knows(token)) await refuseSpentNetwork(deps, request, reply);
  const principal = token === '' ? undefined : await findPrincipal(deps, request, reply, token);
  if (principal !== undefined) return principal;
  await chargeNetwork(deps, request, reply, { points: deps.config.costBadToken });
  await auditOf(deps, request)('token.refused', null);
  throw new AppError('invalid_token', {
    headers: { 'www-authenticate': challenge(deps, request, { error: 'invalid_token' }) },
  });
}

/** A look-up that takes too long is not the caller's statement: it is the service that cannot answer just now. */
async function findPrincipal(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<Principal | undefined> {
  try {
    return await deps.authenticator.find(token);
  } catch (cause) {
    // Nobody knows whose token it is: it costs what a request without one costs.
    if (cause instanceof IssuerAwayError) await chargeNetwork(deps, request, reply);
    if (translateDatabaseError(cause)?.code !== 'timeout') throw cause;
    throw new AppError('service_unavailable', { cause, headers: { 'retry-after': '1' } });
  }
}

function authorise(deps: Deps, request: FastifyRequest, anyOf: readonly Scope[], hasToken: boolean): void {
  const { scopes } = request.principal;
  if (anyOf.length === 0 ? hasToken : anyOf.some((scope) => scopes.includes(scope))) return;
  if (!hasToken) {
    throw new AppError('authentication_required', { headers: { 'www-authenticate': challenge(deps, request, {}) } });
  }
  throw insufficientScope(deps, request, anyOf);
}

export function insufficientScope(
  deps: Deps,
  request: FastifyRequest,
  anyOf: readonly Scope[],
  reason = '.',
): AppError {
  return new AppError('insufficient_scope', {
    detail: `The token lacks the scope ${anyOf.join(' or ')}${reason}`,
    headers: {
      'www-authenticate': challenge(deps, request, { error: 'insufficient_scope', scope: anyOf.join(' ') }),
    },
  });
}

/** RFC 6750, and RFC 9728 for where to get a token. */
function challenge(deps: Deps, request: FastifyRequest, parameters: Readonly<Record<string, string>>): string {
  const metadata = `${requestOrigin(request, deps.config)}/.well-known/oauth-protected-resource`;
  const all = { realm: 'quaestor', ...parameters, resource_metadata: metadata };
  return `Bearer ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}

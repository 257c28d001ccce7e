import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { IssuerAwayError, UnusableClaimError } from '../../access/outside-issuer.ts';
import type { Deps } from '../../deps.ts';
import { anonymous, type Principal } from '../../domain/tokens/principal.ts';
import type { Scope } from '../../domain/tokens/scope.ts';
import { AppError } from '../../errors.ts';
import { translateDatabaseError } from '../../store/database/database-errors.ts';
import { auditRejection } from './audit.ts';
import { explainAuthorization, explainMissingToken } from './authorization-header.ts';
import { requestOrigin } from './origin.ts';
import { proxyNotice } from './proxy-notice.ts';
import { chargeNetwork, chargePrincipal, countTokenFailure, isFree } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; anonymous on public routes. */
    principal: Principal;
  }
  interface FastifyContextConfig {
    /** Who may call the route; derived from its `security`. */
    access?: Access;
    /** While the database is away, a token that was valid minutes ago will do: what is read is no secret of the bank. */
    recentTokens?: boolean;
  }
}

export type Access = { open: true } | { open: false; anyOf: readonly Scope[] };

const OPEN: Access = { open: true };
/** A token that is revoked while the database is away is good for so long on such a route. */
const RECENT_MS = 15 * 60_000;

/** Until the token has been checked, every caller is anonymous. Call before any hook that may reply. */
export function beginAnonymous(app: FastifyInstance, { config }: Deps): void {
  const nobody = anonymous(config.anonymousScopes);
  app.decorateRequest('principal', null as unknown as Principal);
  app.addHook('onRequest', (request, _reply, done) => {
    request.principal = nobody;
    done();
  });
}

/** Loads a plugin whose routes, which cannot declare anything, are open to all and free. */
export type LoadOpen = (load: () => PromiseLike<unknown>) => Promise<void>;

/** A route that does not say in its schema who may call it keeps the service from starting. Call before any is added. */
export function requireDeclaredAccess(app: FastifyInstance): LoadOpen {
  let loading = false;
  app.addHook('onRoute', (route) => {
    // A page of the reference asks for a dozen files at once: it would use up the points of a minute in a few looks.
    route.config = { ...route.config, ...(loading ? { access: OPEN, cost: 0 } : { access: declaredAccess(route) }) };
  });
  return async (load) => {
    loading = true;
    try {
      await load();
    } finally {
      loading = false;
    }
  };
}

/** Who calls, what it costs them and whether they may: before anything else of a request is looked at. */
export function controlAccess(app: FastifyInstance, deps: Deps): void {
  const noticeProxy = proxyNotice(app, deps.config);
  app.addHook('onRequest', async (request, reply) => {
    noticeProxy(request);
    const access = request.is404 ? OPEN : request.routeOptions.config.access; // an unknown path has no secrets
    if (access === undefined) throw new Error('requireDeclaredAccess was not called: nothing is open by mistake.');
    // Where anybody may call, a token says no more than who pays.
    const token = access.open && isFree(deps, request) ? undefined : bearerToken(request);
    const principal = token === undefined ? undefined : await findPrincipal(deps, request, reply, token, access);
    if (principal === undefined) {
      await chargeNetwork(deps, request, reply);
    } else {
      request.principal = principal;
      await chargePrincipal(deps, request, reply);
    }
    if (!access.open) authorise(deps, request, access.anyOf, token !== undefined);
  });
}

function declaredAccess({ url, schema, method }: RouteOptions): Access {
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

/**
 * Whose token it is: looked up first, so that a valid one is never held up by what others of its network have sent.
 * Undefined where it is not valid and the route is open; elsewhere that is rejected.
 */
async function findPrincipal(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { open }: Access,
): Promise<Principal | undefined> {
  const recalled = deps.authenticator.recall(token);
  if (recalled !== undefined) return recalled;
  if (open) return deps.authenticator.find(token).catch(() => undefined);
  const principal = await lookUp(deps, request, reply, token);
  return principal ?? rejectToken(deps, request, reply);
}

/** A look-up that takes too long is not the caller's statement: the service is unavailable. */
async function lookUp(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<Principal | undefined> {
  try {
    return await deps.authenticator.find(token);
  } catch (cause) {
    if (cause instanceof UnusableClaimError) return rejectToken(deps, request, reply, cause.message);
    if (cause instanceof IssuerAwayError) await countTokenFailure(deps, request, reply);
    const code = translateDatabaseError(cause)?.code;
    if (code !== undefined && request.routeOptions.config.recentTokens === true) {
      const recent = deps.authenticator.recall(token, RECENT_MS);
      if (recent !== undefined) return recent;
    }
    if (code !== 'timeout') throw cause;
    throw new AppError('service_unavailable', { cause, headers: { 'retry-after': '1' } });
  }
}

/** Whether the token of a request that goes on is still good, for what it was good for when it began. */
export async function recheckToken({ authenticator, now }: Deps, request: FastifyRequest): Promise<boolean> {
  const { kind, expires_at, scopes } = request.principal;
  const token = bearerToken(request);
  if (token === undefined || kind === 'anonymous') return true;
  if (expires_at !== null && expires_at <= now()) return false;
  if (kind === 'outside_client') return true; // until it expires: nobody tells us of its end
  const principal = authenticator.recall(token) ?? (await authenticator.find(token));
  return principal !== undefined && scopes.every((scope) => principal.scopes.includes(scope));
}

async function rejectToken(deps: Deps, request: FastifyRequest, reply: FastifyReply, reason?: string): Promise<never> {
  await auditRejection(deps, request, 'token.refused');
  await countTokenFailure(deps, request, reply);
  throw invalidToken(deps, request, reason ?? explainAuthorization(request.headers.authorization ?? ''));
}

export function invalidToken(deps: Deps, request: FastifyRequest, detail?: string): AppError {
  return new AppError('invalid_token', {
    ...(detail !== undefined && { detail }),
    headers: { 'www-authenticate': challenge(deps, request, { error: 'invalid_token' }) },
  });
}

function authorise(deps: Deps, request: FastifyRequest, anyOf: readonly Scope[], hasToken: boolean): void {
  const { scopes } = request.principal;
  if (anyOf.length === 0 ? hasToken : anyOf.some((scope) => scopes.includes(scope))) return;
  if (!hasToken) {
    throw new AppError('authentication_required', {
      ...explanation(explainMissingToken(request)),
      headers: { 'www-authenticate': challenge(deps, request, {}) },
    });
  }
  throw insufficientScope(deps, request, anyOf);
}

function explanation(detail: string | undefined): { detail?: string } {
  return detail === undefined ? {} : { detail };
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

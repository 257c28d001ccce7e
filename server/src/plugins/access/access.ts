import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { IssuerUnavailableError, UnusableClaimError } from '../../access/external-issuer.ts';
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
import { isSameOrigin, isWrite } from './same-origin.ts';
import { endedCookie, readSessionSecret } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; anonymous on public routes. */
    principal: Principal;
  }
  interface FastifyContextConfig {
    /** Who may call the route; derived from its `security`. */
    access?: Access;
    /**
     * While the database is unavailable, a token that was valid minutes ago is enough, as the route reveals nothing
     * about the bank.
     */
    recentTokens?: boolean;
    /** A person must have signed in recently. */
    reauthenticate?: boolean;
  }
}

type Access =
  | { open: true }
  /** Without scopes: for anybody with a credential, or only for people who are signed in. */
  | { open: false; anyOf: readonly Scope[]; peopleOnly: boolean };

/** Looks up credentials of either kind. */
interface Finder {
  recall(secret: string, withinMs?: number): Principal | undefined;
  find(secret: string): Promise<Principal | undefined>;
}

const OPEN: Access = { open: true };
/** A token revoked while the database is unavailable remains valid for this time on such a route. */
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

/** Loads a plugin whose routes cannot declare access, and which are therefore open to all and free. */
export type LoadOpen = (load: () => PromiseLike<unknown>) => Promise<void>;

/** A route that does not declare in its schema who may call it prevents startup. Call before any route is added. */
export function requireDeclaredAccess(app: FastifyInstance): LoadOpen {
  let loading = false;
  app.addHook('onRoute', (route) => {
    // A page of the reference requests a dozen files at once, so a few views would use up the points of a minute.
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

/** Determines who calls, what it costs and whether it is allowed, before any other part of a request is examined. */
export function controlAccess(app: FastifyInstance, deps: Deps): void {
  const noticeProxy = proxyNotice(app, deps.config);
  app.addHook('onRequest', (request, reply, done) => {
    noticeProxy(request);
    const admitted = admit(deps, request, reply);
    if (admitted === undefined) done();
    else admitted.then(() => done(), done);
  });
}

/** Undefined if there is nothing to wait for, which is the usual case: a promise for each request would cost 1 µs. */
function admit(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
  const access = request.is404 ? OPEN : request.route.access; // an unknown path has no secrets
  if (access === undefined) throw new Error('requireDeclaredAccess was not called: nothing is open by mistake.');
  // Where anybody may call, a credential only determines who pays.
  const isAsked = !access.open || !isFree(deps, request);
  const token = isAsked ? bearerToken(request) : undefined;
  const hasCookie = request.headers.cookie !== undefined && (isAsked || isWrite(request));
  if (hasCookie) return admitByCookie(deps, request, reply, access, token);
  if (token === undefined) return enter(deps, request, reply, access, undefined);
  const recalled = deps.authenticator.recall(token);
  if (recalled !== undefined) return enter(deps, request, reply, access, recalled);
  return findPrincipal(deps, request, reply, deps.authenticator, token, access).then((principal) =>
    enter(deps, request, reply, access, principal),
  );
}

/** A cookie takes precedence over a token where either is accepted. */
async function admitByCookie(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  token: string | undefined,
): Promise<void> {
  const { authenticator } = deps;
  const session = await sessionOf(deps, request, reply, access);
  const secret = session ?? token;
  const finder: Finder = session === undefined ? authenticator : authenticator.sessions;
  const principal =
    secret === undefined ? undefined : await findPrincipal(deps, request, reply, finder, secret, access);
  await enter(deps, request, reply, access, principal);
  if (session !== undefined && principal !== undefined) authenticator.sessions.noteUse(principal);
}

/** The caller pays first; then the permission is checked. */
function enter(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  principal: Principal | undefined,
): Promise<void> | undefined {
  const authoriseCaller = () => {
    if (!access.open) authorise(deps, request, access, principal !== undefined);
  };
  if (principal !== undefined) request.principal = principal;
  const charged = principal === undefined ? chargeNetwork(deps, request, reply) : chargePrincipal(deps, request, reply);
  if (charged !== undefined) return charged.then(authoriseCaller);
  authoriseCaller();
  return undefined;
}

function declaredAccess({ url, schema, method }: RouteOptions): Access {
  const security = schema?.security;
  if (security === undefined) throw new Error(`${String(method)} ${url} does not declare who may call it (security).`);
  if (security.length === 0) return OPEN;
  const anyOf = security.flatMap((alternative) => (alternative['bearer'] ?? []) as Scope[]);
  return { open: false, anyOf, peopleOnly: security.every((alternative) => !('bearer' in alternative)) };
}

/** The token of the Authorization header; undefined if there is none. Anything else there is not a token of ours. */
function bearerToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +(?<token>\S.*)$/iu.exec(authorization)?.groups?.['token'] ?? '';
}

/**
 * The secret of the cookie. A browser sends it with requests from any page, so a write must come from a page of our
 * own. If there is a token as well, it would be ambiguous who is calling.
 */
async function sessionOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { open }: Access,
): Promise<string | undefined> {
  const secret = readSessionSecret(request, deps.config);
  if (secret === undefined) return undefined;
  const hasToken = request.headers.authorization !== undefined;
  if (hasToken && open) return undefined;
  const isForeign = isWrite(request) && !isSameOrigin(request, deps.config);
  if (!hasToken && !isForeign) return secret;
  await chargeNetwork(deps, request, reply);
  throw new AppError(hasToken ? 'ambiguous_credentials' : 'cross_origin_write');
}

/**
 * The owner of the credential. It is looked up first, so that a valid one is never delayed by invalid ones from its
 * network. Undefined if it is invalid and the route is open; on other routes it is rejected.
 */
async function findPrincipal(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  finder: Finder,
  secret: string,
  { open }: Access,
): Promise<Principal | undefined> {
  const recalled = finder.recall(secret);
  if (recalled !== undefined) return recalled;
  if (open) return finder.find(secret).catch(() => undefined);
  const principal = await lookUp(deps, request, reply, finder, secret);
  return principal ?? rejectCredential(deps, request, reply);
}

/** A slow lookup is not the caller's fault, so the error is that the service is unavailable. */
async function lookUp(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  finder: Finder,
  secret: string,
): Promise<Principal | undefined> {
  try {
    return await finder.find(secret);
  } catch (cause) {
    if (cause instanceof UnusableClaimError) return rejectCredential(deps, request, reply, cause.message);
    if (cause instanceof IssuerUnavailableError) await countTokenFailure(deps, request, reply);
    const code = translateDatabaseError(cause)?.code;
    if (code !== undefined && request.route.recentTokens === true) {
      const recent = finder.recall(secret, RECENT_MS);
      if (recent !== undefined) return recent;
    }
    if (code !== 'timeout') throw cause;
    throw new AppError('service_unavailable', { cause, headers: { 'retry-after': '1' } });
  }
}

/** The credential that the caller sent. It encrypts the replies stored for the caller, and distinguishes callers. */
export function credentialOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest): string {
  return request.headers.authorization ?? readSessionSecret(request, config) ?? '';
}

/** Whether the credential of a long-running request is still valid, with the same permissions as at its start. */
export async function recheckCredential(deps: Deps, request: FastifyRequest): Promise<boolean> {
  const { authenticator, now, config } = deps;
  const { kind, expires_at, scopes } = request.principal;
  const secret = kind === 'person' ? readSessionSecret(request, config) : bearerToken(request);
  if (secret === undefined || kind === 'anonymous') return true;
  if (expires_at !== null && expires_at <= now()) return false;
  if (kind === 'outside_client') return true; // valid until it expires: the issuer does not report revocations
  const finder: Finder = kind === 'person' ? authenticator.sessions : authenticator;
  const principal = finder.recall(secret) ?? (await finder.find(secret));
  return principal !== undefined && scopes.every((scope) => principal.scopes.includes(scope));
}

async function rejectCredential(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  reason?: string,
): Promise<never> {
  await auditRejection(deps, request, 'token.refused');
  await countTokenFailure(deps, request, reply);
  if (request.headers.authorization === undefined) {
    const headers = {
      'www-authenticate': challenge(deps, request, {}),
      'set-cookie': endedCookie(request, deps.config),
    };
    throw new AppError('session_ended', { headers });
  }
  throw invalidToken(deps, request, reason ?? explainAuthorization(request.headers.authorization ?? ''));
}

export function invalidToken(deps: Deps, request: FastifyRequest, detail?: string): AppError {
  return new AppError('invalid_token', {
    ...(detail !== undefined && { detail }),
    headers: { 'www-authenticate': challenge(deps, request, { error: 'invalid_token' }) },
  });
}

function authorise(
  deps: Deps,
  request: FastifyRequest,
  { anyOf, peopleOnly }: Exclude<Access, { open: true }>,
  isKnown: boolean,
): void {
  const { scopes, session } = request.principal;
  if (anyOf.length === 0 ? isKnown : anyOf.some((scope) => scopes.includes(scope))) {
    if (peopleOnly && session === undefined) throw new AppError('session_required');
    if (request.route.reauthenticate === true) requireRecentSignIn(deps, request);
    return;
  }
  if (!isKnown) throw authenticationRequired(deps, request, explainMissingToken(request));
  throw insufficientScope(deps, request, anyOf);
}

/** Somebody who finds an unattended browser must not be able to create a lasting credential. */
function requireRecentSignIn({ config, now }: Deps, { principal: { session } }: FastifyRequest): void {
  if (session === undefined) return;
  const ageMs = now().getTime() - session.signed_in_at.getTime();
  if (ageMs > config.reauthenticateSeconds * 1000) throw new AppError('reauthentication_required');
}

export function authenticationRequired(deps: Deps, request: FastifyRequest, detail?: string): AppError {
  return new AppError('authentication_required', {
    ...(detail !== undefined && { detail }),
    headers: { 'www-authenticate': challenge(deps, request, {}) },
  });
}

export function insufficientScope(
  deps: Deps,
  request: FastifyRequest,
  anyOf: readonly Scope[],
  reason = '.',
): AppError {
  return new AppError('insufficient_scope', {
    detail: `${request.principal.kind === 'person' ? 'Your role' : 'The token'} lacks the scope ${anyOf.join(' or ')}${reason}`,
    headers: {
      'www-authenticate': challenge(deps, request, { error: 'insufficient_scope', scope: anyOf.join(' ') }),
    },
  });
}

/** RFC 6750, and RFC 9728 for where to get a token. */
export function challenge(deps: Deps, request: FastifyRequest, parameters: Readonly<Record<string, string>>): string {
  const metadata = `${requestOrigin(request, deps.config)}/.well-known/oauth-protected-resource`;
  const all = { realm: 'quaestor', ...parameters, resource_metadata: metadata };
  return `Bearer ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}

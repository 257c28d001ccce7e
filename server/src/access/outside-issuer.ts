import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Principal } from '../domain/principal.ts';
import { readScopes } from '../domain/scope.ts';
import { AppError } from '../errors.ts';

/** Signed by a key pair; a shared secret (HS256) or none at all would let anybody who has our side make tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** RFC 9068, 2.2. */
const REQUIRED_CLAIMS = ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti'];
const FETCH_TIMEOUT_MS = 5000;
/** A token signed by a key that is not known yet makes us ask for the keys again, but not more often than this. */
const KEYS_ASKED_EVERY_MS = 5000;

export function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(token);
}

/** Access tokens of an issuer that is not ours, checked by its published keys (RFC 9068). */
export class OutsideIssuer {
  readonly #issuer: string;
  readonly #audience: string;
  #keys: JWTVerifyGetKey | undefined;

  constructor(issuer: string, audience: string) {
    this.#issuer = issuer;
    this.#audience = audience;
  }

  async verify(token: string): Promise<Principal | undefined> {
    this.#keys ??= await this.#discoverKeys();
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        issuer: [this.#issuer, `${this.#issuer}/`],
        audience: this.#audience,
        typ: 'at+jwt',
        algorithms: ALGORITHMS,
        requiredClaims: REQUIRED_CLAIMS,
      });
      const client = String(payload['client_id']);
      return {
        id: `subject:${payload.sub}`,
        kind: 'outside_client',
        name: client,
        scopes: readScopes(typeof payload['scope'] === 'string' ? payload['scope'] : ''),
        token_id: null,
        expires_at: new Date(Number(payload.exp) * 1000),
      };
    } catch (error) {
      if (isUnreachable(error)) throw issuerAway(error);
      if (error instanceof errors.JOSEError) return undefined;
      throw issuerAway(error);
    }
  }

  /** By RFC 8414 or, as most issuers have it, by OpenID Connect. */
  async #discoverKeys(): Promise<JWTVerifyGetKey> {
    for (const kind of ['oauth-authorization-server', 'openid-configuration']) {
      const metadata = await this.#fetchMetadata(kind);
      if (metadata === undefined) continue;
      return createRemoteJWKSet(new URL(metadata.jwks_uri), {
        timeoutDuration: FETCH_TIMEOUT_MS,
        cooldownDuration: KEYS_ASKED_EVERY_MS,
      });
    }
    throw issuerAway(new Error('it publishes no metadata'));
  }

  async #fetchMetadata(kind: string): Promise<{ jwks_uri: string } | undefined> {
    try {
      const answer = await fetch(wellKnown(this.#issuer, kind), { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
      if (!answer.ok) return undefined;
      const metadata = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
      const ours = typeof metadata.issuer === 'string' && metadata.issuer.replace(/\/$/u, '') === this.#issuer;
      return ours && typeof metadata.jwks_uri === 'string' ? { jwks_uri: metadata.jwks_uri } : undefined;
    } catch (error) {
      throw issuerAway(error);
    }
  }
}

/** RFC 8414 puts the name before the issuer's path, OpenID Connect behind it. */
function wellKnown(issuer: string, kind: string): string {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/u, '');
  return kind === 'openid-configuration'
    ? `${origin}${path}/.well-known/${kind}`
    : `${origin}/.well-known/${kind}${path}`;
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof errors.JWKSTimeout || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
  );
}

function issuerAway(cause: unknown): AppError {
  return new AppError('service_unavailable', {
    detail: 'The issuer of the tokens does not answer.',
    cause,
    headers: { 'retry-after': '5' },
  });
}

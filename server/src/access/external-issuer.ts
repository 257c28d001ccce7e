import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Principal } from '../domain/tokens/principal.ts';
import { readScopes } from '../domain/tokens/scope.ts';
import { AppError } from '../errors.ts';
import { fetchJson } from './fetch-json.ts';
import { shareAttempts } from './share-attempts.ts';

/**
 * Only signatures by a key pair: with a shared secret (HS256) or none, whoever can verify tokens could also forge them.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** RFC 9068, 2.2. */
const REQUIRED_CLAIMS = ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti'];
/**
 * Limits of one document. Metadata may be requested from two places, and the keys from a third: 6 s if all of them
 * hang.
 */
const FETCH_LIMITS = { timeoutMs: 2000, maxBytes: 256 * 1024 };
const FAILURE_STANDS_MS = 3000;
/** How far the issuer's clock may be ahead of ours. */
const CLOCK_TOLERANCE_S = 30;
const IN_FUTURE = (claim: string) =>
  `The token is signed by its issuer, but its "${claim}" is more than ${CLOCK_TOLERANCE_S} s in the future.`;
/** The limit of OpenID Connect. */
const MAX_NAME_LENGTH = 255;
/** A token signed by an unknown key causes the keys to be fetched again, at most once in this time. */
const KEYS_ASKED_EVERY_MS = 5000;

/** Verifies access tokens of an external issuer by its published keys (RFC 9068). */
export class ExternalIssuer {
  readonly #issuer: string;
  readonly #audience: string;
  readonly #discover: () => Promise<JWTVerifyGetKey>;
  #keys: JWTVerifyGetKey | undefined;

  constructor(issuer: string, audience: string) {
    this.#issuer = issuer;
    this.#audience = audience;
    this.#discover = shareAttempts(() => this.#discoverKeys(), FAILURE_STANDS_MS);
  }

  async verify(token: string): Promise<Principal | undefined> {
    if (!this.#couldBeOurs(token)) return undefined;
    this.#keys ??= await this.#discover();
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        issuer: [this.#issuer, `${this.#issuer}/`],
        audience: this.#audience,
        typ: 'at+jwt',
        algorithms: ALGORITHMS,
        requiredClaims: REQUIRED_CLAIMS,
        clockTolerance: CLOCK_TOLERANCE_S, // applies to `nbf`; `exp` has no tolerance, see #couldBeOurs
      });
      if (Number(payload.iat) > Date.now() / 1000 + CLOCK_TOLERANCE_S) throw new UnusableClaimError(IN_FUTURE('iat'));
      return {
        id: `subject:${plainName('sub', payload.sub)}`,
        kind: 'outside_client',
        name: plainName('client_id', payload['client_id']),
        scopes: readScopes(typeof payload['scope'] === 'string' ? payload['scope'] : ''),
        token_id: null,
        expires_at: new Date(Number(payload.exp) * 1000),
      };
    } catch (error) {
      if (
        error instanceof errors.JWTClaimValidationFailed &&
        error.claim === 'nbf' &&
        typeof error.payload.nbf === 'number'
      )
        throw new UnusableClaimError(IN_FUTURE('nbf'));
      if (error instanceof errors.JOSEError) return undefined;
      throw error instanceof IssuerUnavailableError || error instanceof UnusableClaimError
        ? error
        : new IssuerUnavailableError(error);
    }
  }

  /** Whether the claims could be valid. Most invalid tokens are rejected here, whether or not the issuer responds. */
  #couldBeOurs(token: string): boolean {
    try {
      const { alg = '' } = decodeProtectedHeader(token);
      const { iss, aud, exp = 0 } = decodeJwt(token);
      return (
        ALGORITHMS.includes(alg) &&
        (iss === this.#issuer || iss === `${this.#issuer}/`) &&
        [aud].flat().includes(this.#audience) &&
        exp * 1000 > Date.now()
      );
    } catch {
      return false;
    }
  }

  /** The metadata by RFC 8414, or by OpenID Connect, which most issuers use, if the first fails for any reason. */
  async #discoverKeys(): Promise<JWTVerifyGetKey> {
    const failures: unknown[] = [];
    for (const kind of ['oauth-authorization-server', 'openid-configuration']) {
      try {
        return rememberKeys(this.#readMetadata(await fetchJson(wellKnown(this.#issuer, kind), FETCH_LIMITS)));
      } catch (error) {
        failures.push(error);
      }
    }
    throw new IssuerUnavailableError(new AggregateError(failures, failures.map(String).join('; ')));
  }

  /** The URL of the keys. An issuer under TLS must have its keys under TLS. */
  #readMetadata(metadata: unknown): URL {
    const { issuer, jwks_uri } = (metadata ?? {}) as { issuer?: unknown; jwks_uri?: unknown };
    if (typeof issuer !== 'string' || issuer.replace(/\/$/u, '') !== this.#issuer)
      throw new Error('the metadata belong to another issuer');
    const url = typeof jwks_uri === 'string' ? URL.parse(jwks_uri) : null;
    const allowed = this.#issuer.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
    if (url === null || !allowed.includes(url.protocol)) throw new Error('the metadata have no usable jwks_uri');
    return url;
  }
}

/** A name that can be stored, displayed and distinguished from all others. */
function plainName(claim: string, value: unknown): string {
  const isPlain =
    typeof value === 'string' &&
    value.length >= 1 &&
    value.length <= MAX_NAME_LENGTH &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value);
  if (isPlain) return value;
  throw new UnusableClaimError(
    `The token is signed by its issuer, but its "${claim}" is not a text of 1 to ${MAX_NAME_LENGTH} characters without control characters.`,
  );
}

function rememberKeys(url: URL): JWTVerifyGetKey {
  const fetchKeys = shareAttempts(async () => {
    const keys = await fetchJson(url.href, FETCH_LIMITS).catch((error: unknown) => {
      throw new IssuerUnavailableError(error);
    });
    if (!isKeySet(keys)) throw new IssuerUnavailableError(new Error(`${url.href} is not a key set`));
    return JSON.stringify(keys);
  }, FAILURE_STANDS_MS);
  return createRemoteJWKSet(url, {
    cooldownDuration: KEYS_ASKED_EVERY_MS,
    timeoutDuration: 2 * FETCH_LIMITS.timeoutMs, // our own limit is shorter and takes effect first
    [customFetch]: async () => new Response(await fetchKeys(), { status: 200 }),
  });
}

function isKeySet(value: unknown): boolean {
  const { keys } = (value ?? {}) as { keys?: unknown };
  return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null);
}

/** RFC 8414 puts the name before the issuer's path, OpenID Connect after it. */
function wellKnown(issuer: string, kind: string): string {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/u, '');
  return kind === 'openid-configuration'
    ? `${origin}${path}/.well-known/${kind}`
    : `${origin}/.well-known/${kind}${path}`;
}

/** The token was signed by the issuer, so its owner may learn what is wrong with it. */
export class UnusableClaimError extends Error {}

/** The token cannot be verified, because the issuer does not respond. */
export class IssuerUnavailableError extends AppError {
  constructor(cause: unknown) {
    super('service_unavailable', {
      detail: 'The token issuer does not respond.',
      cause,
      headers: { 'retry-after': String(FAILURE_STANDS_MS / 1000) },
    });
  }
}

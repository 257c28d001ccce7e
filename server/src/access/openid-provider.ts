import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import { AppError } from '../errors.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { shareAttempts } from './share-attempts.ts';

/** Limits of one request. Signing in takes up to four: metadata, tokens, keys, and user info. */
const FETCH_LIMITS = { timeoutMs: 3000, maxBytes: 256 * 1024 };
const FAILURE_STANDS_MS = 3000;
const METADATA_KEPT_MS = 5 * 60_000;
/** The limit of OpenID Connect. */
const MAX_SUBJECT_LENGTH = 255;

interface OpenidSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
}

/** The state to keep until the browser returns. */
export interface OpenidAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** The identity that the provider has signed. */
export interface OpenidIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the provider has verified that the address belongs to the person. */
  email_verified: boolean;
}

/** An OpenID Connect provider where people sign in: authorization code with PKCE, state and nonce. */
export class OpenidProvider {
  readonly #settings: OpenidSettings;
  readonly #discover: () => Promise<ServerMetadata>;
  #known: { metadata: ServerMetadata; until: number } | undefined;

  constructor(settings: OpenidSettings) {
    this.#settings = settings;
    this.#discover = shareAttempts(() => this.#fetchMetadata(), FAILURE_STANDS_MS);
  }

  /** The URL to redirect the browser to. */
  async begin(redirectUri: string): Promise<{ url: URL; attempt: OpenidAttempt }> {
    const configuration = await this.#configure();
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url, attempt };
  }

  /** The identity of the person who returned; `url` is the URL they returned to. */
  async finish(url: URL, { state, nonce, verifier }: OpenidAttempt): Promise<OpenidIdentity> {
    const configuration = await this.#configure();
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(configuration, url, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the response has no ID token');
      const { iss: issuer, sub: subject } = claims;
      if (subject.length > MAX_SUBJECT_LENGTH || /\p{Cc}/u.test(subject))
        throw new Error('the subject is not a valid name');
      // Many providers omit the address from the ID token if they also issue an access token.
      const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const { email, email_verified } =
        claims['email'] === undefined && hasUserinfo
          ? await fetchUserInfo(configuration, tokens.access_token, subject)
          : claims;
      return {
        issuer,
        subject,
        email: typeof email === 'string' ? email : undefined,
        email_verified: email_verified === true,
      };
    } catch (error) {
      throw explain(error);
    }
  }

  /** Creates a new configuration each time, so that the keys are fetched again and a rotation is noticed at once. */
  async #configure(): Promise<Configuration> {
    if (this.#known === undefined || this.#known.until < performance.now()) {
      const metadata = await this.#discover();
      this.#known = { metadata, until: performance.now() + METADATA_KEPT_MS };
    }
    const { metadata } = this.#known;
    const { issuer, clientId, clientSecret } = this.#settings;
    const configuration = new Configuration(metadata, clientId, undefined, loginFor(metadata, clientSecret));
    configuration[customFetch] = guardedFetch;
    if (issuer.startsWith('http:')) allowInsecureRequests(configuration);
    enableNonRepudiationChecks(configuration); // otherwise the signatures of ID tokens are not verified
    return configuration;
  }

  async #fetchMetadata(): Promise<ServerMetadata> {
    const { issuer, clientId } = this.#settings;
    try {
      const found = await discovery(new URL(issuer), clientId, undefined, None(), {
        [customFetch]: guardedFetch,
        execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      });
      return found.serverMetadata();
    } catch (error) {
      throw new ProviderUnavailableError(error);
    }
  }
}

/** Uses Basic unless the provider only supports the body; without a secret, PKCE has to suffice. */
function loginFor({ token_endpoint_auth_methods_supported: ways }: ServerMetadata, secret?: string): ClientAuth {
  if (secret === undefined) return None();
  return ways === undefined || ways.includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret);
}

const guardedFetch: CustomFetch = async (url, { method, headers, body }) => {
  const reply = await boundedFetch(url, FETCH_LIMITS, { method, headers, body: body as string | null }).catch(
    (cause: unknown) => {
      throw new ProviderUnavailableError(cause);
    },
  );
  if (reply.status >= 500)
    throw new ProviderUnavailableError(new Error(`${url} responded with status ${reply.status}`));
  return new Response(reply.body, { status: reply.status, headers: reply.headers });
};

function explain(error: unknown): AppError {
  const away = [error, (error as Error).cause].find((cause) => cause instanceof ProviderUnavailableError);
  if (away !== undefined) return away;
  if (error instanceof AuthorizationResponseError) {
    return new AppError('openid_rejected', {
      detail: `The provider did not sign you in (${nameOf(error.error)}). Try again.`,
      cause: error,
    });
  }
  const detail =
    error instanceof ResponseBodyError
      ? `The provider rejected the request of this service (${nameOf(error.error)}). Try again; if the problem persists, contact the operator.`
      : 'The response of the provider is invalid, so you were not signed in. Try again; if the problem persists, contact the operator.';
  return new AppError('openid_response_invalid', { detail, cause: reasonOf(error) });
}

/** One of the OAuth error codes; any other content is not repeated. */
function nameOf(code: string): string {
  return /^[a-z_]{1,60}$/u.test(code) ? code : 'unknown error';
}

/** For the log: the cause names the claim. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  return cause instanceof Error ? `${String(error)}: ${cause.message}` : String(error);
}

/** The provider does not respond, or responds incorrectly. */
class ProviderUnavailableError extends AppError {
  constructor(cause: unknown) {
    super('openid_unavailable', { cause, headers: { 'retry-after': String(FAILURE_STANDS_MS / 1000) } });
  }
}

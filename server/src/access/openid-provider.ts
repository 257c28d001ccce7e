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

/** Of one request. Signing in takes up to four: metadata, tokens, keys, and who it is. */
const FETCH_LIMITS = { timeoutMs: 3000, maxBytes: 256 * 1024 };
const FAILURE_STANDS_MS = 3000;
const METADATA_KEPT_MS = 5 * 60_000;
/** As OpenID Connect has it. */
const MAX_SUBJECT_LENGTH = 255;

export interface OpenidSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
}

/** What has to be known again when the browser comes back. */
export interface OpenidAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is, as the provider has signed it. */
export interface OpenidIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the provider knows that the address is theirs. */
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

  /** Where to send the browser. */
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

  /** Who came back, `url` being where to. */
  async finish(url: URL, { state, nonce, verifier }: OpenidAttempt): Promise<OpenidIdentity> {
    const configuration = await this.#configure();
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(configuration, url, checks);
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('there is no ID token');
      const { iss: issuer, sub: subject } = claims;
      if (subject.length > MAX_SUBJECT_LENGTH || /\p{Cc}/u.test(subject)) throw new Error('the subject is no name');
      // Many providers keep the address out of the ID token where an access token is given beside it.
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

  /** A new one each time: the keys it keeps are asked for again, and a rotation is noticed at the next sign-in. */
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
    enableNonRepudiationChecks(configuration); // without it the signature of an ID token is not looked at
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

/** By Basic unless the provider says that it takes it in the body alone; without a secret PKCE has to do. */
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
    throw new ProviderUnavailableError(new Error(`${url} replies with the status ${reply.status}`));
  return new Response(reply.body, { status: reply.status, headers: reply.headers });
};

function explain(error: unknown): AppError {
  const away = [error, (error as Error).cause].find((cause) => cause instanceof ProviderUnavailableError);
  if (away !== undefined) return away;
  if (error instanceof AuthorizationResponseError) {
    return new AppError('openid_rejected', {
      detail: `The provider did not sign you in (${nameOf(error.error)}). Begin again.`,
      cause: error,
    });
  }
  const detail =
    error instanceof ResponseBodyError
      ? `The provider rejected the request of this service (${nameOf(error.error)}). Begin again; if it persists, tell the operator.`
      : 'The response of the provider is not valid, so nobody was signed in. Begin again; if it persists, tell the operator.';
  return new AppError('openid_response_invalid', { detail, cause: reasonOf(error) });
}

/** One of the codes of OAuth; whatever else stands there is not repeated. */
function nameOf(code: string): string {
  return /^[a-z_]{1,60}$/u.test(code) ? code : 'unknown error';
}

/** For the log: the cause says which claim it was. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  return cause instanceof Error ? `${String(error)}: ${cause.message}` : String(error);
}

/** The provider does not respond, or not as a provider does. */
export class ProviderUnavailableError extends AppError {
  constructor(cause: unknown) {
    super('openid_unavailable', { cause, headers: { 'retry-after': String(FAILURE_STANDS_MS / 1000) } });
  }
}

import type { SessionTimes } from '../domain/people/session.ts';
import type { Principal } from '../domain/tokens/principal.ts';
import { digestHeaderSecret, isJwt, mayBeToken } from '../domain/tokens/secret.ts';
import type { Executor } from '../store/database/database.ts';
import { mergeCalls } from '../store/database/merge-calls.ts';
import { type Credential, findCredentials, updateCredentialUse } from '../store/tokens/credentials.ts';
import { CredentialCache } from './credential-cache.ts';
import type { ExternalIssuer } from './external-issuer.ts';
import { SessionAuthenticator } from './session-authenticator.ts';

const USE_WRITTEN_EVERY_MS = 60_000;
/**
 * The more unknown tokens are waiting, the more share one lookup: a flood of invalid tokens does not delay valid ones.
 */
const LOOK_UPS = { maxBatch: 100, concurrency: 2 };

interface AuthenticatorOptions {
  /** Must be the primary: a replica may not know yet that a token was revoked. */
  reads: Executor;
  writes: Executor;
  now: () => Date;
  sessionTimes: SessionTimes;
  outside?: ExternalIssuer | undefined;
}

/** Identifies the owner of a token or session. It only keeps digests of secrets, even in memory. */
export class Authenticator {
  /** Sessions come from cookies. A session secret is not a token, and vice versa. */
  readonly sessions: SessionAuthenticator;
  readonly #options: AuthenticatorOptions;
  readonly #tokens: CredentialCache;
  readonly #lookUp: (digest: Buffer) => Promise<Credential | undefined>;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#tokens = new CredentialCache((token) => this.#resolve(token), options.now);
    this.#lookUp = mergeCalls((digests) => findCredentials(options.reads, digests, options.now()), LOOK_UPS);
    this.sessions = new SessionAuthenticator(options);
  }

  /** The principal if the token was valid a moment ago, which is enough for nearly every request, without waiting. */
  recall(token: string, withinMs?: number): Principal | undefined {
    return this.#tokens.recall(token, withinMs);
  }

  /** Looks the token up; undefined if it is unknown, expired or revoked, which callers cannot distinguish. */
  find(token: string): Promise<Principal | undefined> {
    return this.#tokens.find(token);
  }

  /** After something ended on this node: every credential is looked up again at its next use. */
  recheckAll(): void {
    this.#tokens.recheckAll();
    this.sessions.recheckAll();
  }

  async #resolve(token: string): Promise<Principal | undefined> {
    const { outside } = this.#options;
    if (outside !== undefined && isJwt(token)) return outside.verify(token);
    if (!mayBeToken(token)) return undefined;
    const credential = await this.#lookUp(digestHeaderSecret(token));
    if (credential === undefined) return undefined;
    this.#noteUse(credential);
    return toPrincipal(credential);
  }

  /** Writes in the background; a failed write is retried a minute later. */
  #noteUse(credential: Credential): void {
    const now = this.#options.now();
    const { last_used_at } = credential;
    if (last_used_at !== null && now.getTime() - last_used_at.getTime() < USE_WRITTEN_EVERY_MS) return;
    updateCredentialUse(this.#options.writes, credential, now).catch(() => {});
  }
}

function toPrincipal({ kind, id, name, scopes, expires_at }: Credential): Principal {
  const principalId = { operator: 'operator', api_key: `token:${id}`, oauth_client: `client:${id}` }[kind];
  return { id: principalId, kind, name, scopes, token_id: kind === 'oauth_client' ? null : id, expires_at };
}

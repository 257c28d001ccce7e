import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../domain/tokens/principal.ts';
import { digestHeaderSecret, isJwt, mayBeToken } from '../domain/tokens/secret.ts';
import type { Executor } from '../store/database/database.ts';
import { mergeCalls } from '../store/database/merge-calls.ts';
import { type Credential, findCredentials, updateCredentialUse } from '../store/tokens/credentials.ts';
import type { OutsideIssuer } from './outside-issuer.ts';

/**
 * For so long a token that was valid is taken as valid without asking again; a revocation on another node is felt here
 * after this time at the latest. A token used 10,000 times a second costs two look-ups a second.
 */
const FRESH_MS = 500;
const MAX_KNOWN = 10_000;
const USE_WRITTEN_EVERY_MS = 60_000;
/** The more tokens that nobody has seen wait, the more share a look: a flood of junk makes no line that valid ones stand in. */
const LOOK_UPS = { most: 100, underWay: 2 };

interface Known {
  principal: Principal;
  checkedAt: number;
  checking: Promise<Principal | undefined> | undefined;
}

export interface AuthenticatorOptions {
  /** Must be the primary: a replica may not know yet that a token was revoked. */
  reads: Executor;
  writes: Executor;
  now: () => Date;
  outside?: OutsideIssuer | undefined;
}

/** Finds out whose token it is. Of tokens it keeps digests only, in memory too. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  /** How often all that is known was put in doubt. */
  #rechecks = 0;

  readonly #lookUp: (digest: Buffer) => Promise<Credential | undefined>;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#lookUp = mergeCalls((digests) => findCredentials(options.reads, digests, options.now()), LOOK_UPS);
  }

  /** The principal if the token was valid a moment ago: enough for nearly every request, without waiting. */
  recall(token: string, withinMs = FRESH_MS): Principal | undefined {
    const known = this.#known.get(keyOf(token));
    if (known === undefined || performance.now() - known.checkedAt >= withinMs) return undefined;
    return hasExpired(known.principal, this.#options.now()) ? undefined : known.principal;
  }

  /** Looks the token up; undefined for a token that is unknown, expired or revoked, which callers cannot tell apart. */
  async find(token: string): Promise<Principal | undefined> {
    const key = keyOf(token);
    const known = this.#known.get(key);
    if (known?.checking !== undefined) return known.checking;
    const begun = this.#rechecks;
    const checking = this.#resolve(token).then((principal) => {
      if (principal === undefined) this.#known.delete(key);
      else this.#remember(key, principal, begun);
      return principal;
    });
    if (known !== undefined) {
      known.checking = checking;
      checking.catch(() => {
        known.checking = undefined;
      });
    }
    return checking;
  }

  /** After a revocation on this node: every token is asked for again at its next use, whatever look-ups are under way. */
  recheckAll(): void {
    this.#rechecks += 1;
    for (const known of this.#known.values()) {
      known.checkedAt = Number.NEGATIVE_INFINITY;
      known.checking = undefined;
    }
  }

  #remember(key: string, principal: Principal, begun: number): void {
    const checkedAt = begun === this.#rechecks ? performance.now() : Number.NEGATIVE_INFINITY;
    this.#known.set(key, { principal, checkedAt, checking: undefined });
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

  /** Nobody waits for it, and one that fails is made up for a minute later. */
  #noteUse(credential: Credential): void {
    const now = this.#options.now();
    const { last_used_at } = credential;
    if (last_used_at !== null && now.getTime() - last_used_at.getTime() < USE_WRITTEN_EVERY_MS) return;
    updateCredentialUse(this.#options.writes, credential, now).catch(() => {});
  }
}

/** Done for every request, so straight from text to text. */
function keyOf(token: string): string {
  return hash('sha256', token, 'base64');
}

function hasExpired({ expires_at }: Principal, now: Date): boolean {
  return expires_at !== null && expires_at <= now;
}

function toPrincipal({ kind, id, name, scopes, expires_at }: Credential): Principal {
  const principalId = { operator: 'operator', api_key: `token:${id}`, oauth_client: `client:${id}` }[kind];
  return { id: principalId, kind, name, scopes, token_id: kind === 'oauth_client' ? null : id, expires_at };
}

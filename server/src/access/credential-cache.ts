import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../domain/tokens/principal.ts';

/**
 * How long a validated credential is trusted without another lookup. A revocation on another node takes effect here
 * after this time at the latest. A token used 10,000 times a second costs two lookups a second.
 */
const FRESH_MS = 500;
const MAX_KNOWN = 10_000;

interface Known {
  principal: Principal;
  checkedAt: number;
  checking: Promise<Principal | undefined> | undefined;
}

/** Maps credentials of one kind to their owners. Keeps only their digests. */
export class CredentialCache {
  readonly #resolve: (secret: string) => Promise<Principal | undefined>;
  readonly #now: () => Date;
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  /** Incremented to invalidate all entries. */
  #rechecks = 0;

  constructor(resolve: (secret: string) => Promise<Principal | undefined>, now: () => Date) {
    this.#resolve = resolve;
    this.#now = now;
  }

  /**
   * The principal if the credential was valid a moment ago, which is enough for nearly every request, without waiting.
   */
  recall(secret: string, withinMs = FRESH_MS): Principal | undefined {
    const known = this.#known.get(keyOf(secret));
    if (known === undefined || performance.now() - known.checkedAt >= withinMs) return undefined;
    return hasExpired(known.principal, this.#now()) ? undefined : known.principal;
  }

  /** Looks it up; undefined if it is unknown, expired or ended, which callers cannot distinguish. */
  async find(secret: string): Promise<Principal | undefined> {
    const key = keyOf(secret);
    const known = this.#known.get(key);
    if (known?.checking !== undefined) return known.checking;
    const begun = this.#rechecks;
    const checking = this.#resolve(secret).then((principal) => {
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

  /** Every credential is looked up again at its next use, regardless of lookups in progress. */
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
}

/** Called for every request, so it maps text to text directly. */
function keyOf(secret: string): string {
  return hash('sha256', secret, 'base64');
}

function hasExpired({ expires_at }: Principal, now: Date): boolean {
  return expires_at !== null && expires_at <= now;
}

import { LRUCache } from 'lru-cache';
import { ROLE_SCOPES } from '../domain/people/role.ts';
import { type SessionTimes, sessionEnds, sessionLimits } from '../domain/people/session.ts';
import type { Principal } from '../domain/tokens/principal.ts';
import { digestSecret, isSecret } from '../domain/tokens/secret.ts';
import type { Executor } from '../store/database/database.ts';
import { mergeCalls } from '../store/database/merge-calls.ts';
import { findSessions, type LiveSession, updateSessionUse } from '../store/people/sessions.ts';
import { CredentialCache } from './credential-cache.ts';

const LOOK_UPS = { maxBatch: 100, concurrency: 2 };
const USE_WRITTEN_EVERY_MS = 60_000;
const MAX_NOTED = 10_000;

interface SessionAuthenticatorOptions {
  reads: Executor;
  writes: Executor;
  now: () => Date;
  sessionTimes: SessionTimes;
}

/** Identifies the person who is signed in with the secret of a cookie. */
export class SessionAuthenticator {
  readonly #options: SessionAuthenticatorOptions;
  readonly #sessions: CredentialCache;
  readonly #lookUp: (digest: Buffer) => Promise<LiveSession | undefined>;
  /** When the use of a session was last written, by its id. */
  readonly #noted = new LRUCache<string, number>({ max: MAX_NOTED });

  constructor(options: SessionAuthenticatorOptions) {
    this.#options = options;
    this.#sessions = new CredentialCache((secret) => this.#resolve(secret), options.now);
    this.#lookUp = mergeCalls(
      (digests) => findSessions(options.reads, digests, sessionLimits(options.sessionTimes, options.now())),
      LOOK_UPS,
    );
  }

  recall(secret: string, withinMs?: number): Principal | undefined {
    return this.#sessions.recall(secret, withinMs);
  }

  /** Undefined if the session is unknown, unused for too long, too old or ended. */
  find(secret: string): Promise<Principal | undefined> {
    return this.#sessions.find(secret);
  }

  recheckAll(): void {
    this.#sessions.recheckAll();
  }

  /**
   * Keeps the session from expiring. Call it for actions of a person, not for background activity such as a stream. It
   * writes in the background, and a failed write is retried a minute later.
   */
  noteUse({ session }: Principal): void {
    if (session === undefined) return;
    const now = this.#options.now();
    if (now.getTime() - (this.#noted.get(session.id) ?? 0) < USE_WRITTEN_EVERY_MS) return;
    this.#noted.set(session.id, now.getTime());
    updateSessionUse(this.#options.writes, session.id, now).catch(() => this.#noted.delete(session.id));
  }

  async #resolve(secret: string): Promise<Principal | undefined> {
    if (!isSecret('session', secret)) return undefined;
    const session = await this.#lookUp(digestSecret(secret));
    return session === undefined ? undefined : toPrincipal(session, this.#options.sessionTimes);
  }
}

function toPrincipal(session: LiveSession, times: SessionTimes): Principal {
  const { id, person_id, name, role, created_at: signed_in_at } = session;
  return {
    id: `person:${person_id}`,
    kind: 'person',
    name,
    scopes: ROLE_SCOPES[role],
    token_id: null,
    expires_at: sessionEnds(times, session).expires_at,
    session: { id, person_id, signed_in_at },
  };
}

import type { AuditEntry } from '../domain/audit.ts';
import { appendAuditEntries } from '../store/audit.ts';
import type { Executor } from '../store/database/database.ts';

const FOLD_MS = 60_000;
const WRITE_EVERY_MS = 5000;
/** A caller with an IPv6 /32 has any number of networks: beyond this number per minute they count as one. */
export const MAX_NETWORKS = 1000;
export const SEVERAL_NETWORKS = 'several networks';
const MAX_CLIENTS = 10;

interface Fold {
  since: Date;
  endsAt: number;
  last: AuditEntry;
  repeated: number;
  targets: Set<string>;
}

/**
 * Rejected tokens and failed logins for the audit log. Anybody can cause any number of them, so the first one from a
 * network is written at once, and all others of that minute become a second entry with their number.
 */
export class RejectionLog {
  readonly #db: Executor;
  readonly #now: () => Date;
  readonly #folds = new Map<string, Fold>();
  readonly #timer: NodeJS.Timeout;
  /** Entries that the database did not accept; retried with the next ones. */
  #unwritten: AuditEntry[] = [];

  constructor(db: Executor, now: () => Date) {
    this.#db = db;
    this.#now = now;
    this.#timer = setInterval(() => void this.writeEnded(), WRITE_EVERY_MS).unref();
  }

  async note(given: AuditEntry): Promise<void> {
    const now = this.#now();
    const entry = this.#hasRoom(given) ? given : { ...given, address: SEVERAL_NETWORKS };
    const key = keyOf(entry);
    const fold = this.#folds.get(key);
    if (fold !== undefined && now.getTime() < fold.endsAt) {
      fold.repeated += 1;
      fold.last = entry;
      if (entry.target !== null && fold.targets.size < MAX_CLIENTS) fold.targets.add(entry.target);
      return;
    }
    this.#folds.set(key, {
      since: now,
      endsAt: now.getTime() + FOLD_MS,
      last: entry,
      repeated: 0,
      targets: new Set(),
    });
    await this.#write([...summaries(fold), entry]);
  }

  /** Writes the second entries of minutes that are over. */
  async writeEnded(before = this.#now().getTime()): Promise<void> {
    const ended = [...this.#folds].filter(([, { endsAt }]) => endsAt <= before);
    for (const [key] of ended) this.#folds.delete(key);
    await this.#write(ended.flatMap(([, fold]) => summaries(fold)));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.writeEnded(Number.POSITIVE_INFINITY);
  }

  #hasRoom(entry: AuditEntry): boolean {
    return this.#folds.size < MAX_NETWORKS || this.#folds.has(keyOf(entry));
  }

  /** Never fails: the rejection is sent whether or not the database records it. */
  async #write(entries: readonly AuditEntry[]): Promise<void> {
    const all = [...this.#unwritten, ...entries].slice(-MAX_NETWORKS);
    this.#unwritten = [];
    if (all.length === 0) return;
    await appendAuditEntries(this.#db, all).catch(() => {
      this.#unwritten = [...all, ...this.#unwritten].slice(-MAX_NETWORKS);
    });
  }
}

function keyOf({ action, address }: AuditEntry): string {
  return `${action} ${address}`;
}

function summaries(fold: Fold | undefined): AuditEntry[] {
  if (fold === undefined || fold.repeated === 0) return [];
  const { since, last, repeated, targets } = fold;
  const details = { count: repeated, since, ...(targets.size > 0 && { targets: [...targets] }) };
  return [{ ...last, target: targets.size === 1 ? last.target : null, details }];
}

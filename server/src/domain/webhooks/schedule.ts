import { hash } from 'node:crypto';

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000];

/** The delay after each failure, as Standard Webhooks recommends: 10 attempts over 3 days and 4 hours. */
export const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;
/**
 * The maximum relative deviation in either direction, so that messages that failed together are not retried together.
 */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Attempts may be late, since a webhook that does not respond gets one message at a time; they end after this time.
 */
const GIVE_UP_AFTER_MS = 4 * 24 * HOUR_MS;
/** A webhook is disabled if nothing could be delivered for this time. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;
export const MAX_PENDING = 100_000;

export interface Failure {
  messageId: string;
  /** Attempts since it was created or replayed. */
  attempts: number;
  beganAt: Date;
  failedAt: Date;
  retryAfterMs: number | undefined;
}

/**
 * When to try again; undefined if there are no more attempts. Never earlier than planned, whatever the receiver says.
 */
export function nextAttempt({ messageId, attempts, beganAt, failedAt, retryAfterMs = 0 }: Failure): Date | undefined {
  const planned = DELAYS_MS[attempts - 1];
  if (planned === undefined) return undefined;
  const delay = Math.max(planned * jitter(messageId, attempts), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
  const next = new Date(failedAt.getTime() + Math.round(delay));
  return next.getTime() - beganAt.getTime() > GIVE_UP_AFTER_MS ? undefined : next;
}

/** Evenly distributed over messages, and deterministic. */
function jitter(messageId: string, attempts: number): number {
  const share = hash('sha256', `${messageId}.${attempts}`, 'buffer').readUInt32BE() / 2 ** 32;
  return 1 + JITTER * (2 * share - 1);
}

const FIRST_PAUSE_MS = SECOND_MS;
const MAX_PAUSE_MS = 5 * MINUTE_MS;
const MAX_ASKED_PAUSE_MS = HOUR_MS;

/** How long a webhook is paused after consecutive failures that cost time, or that asked for a pause. */
export function pauseMs(failures: number, retryAfterMs = 0): number {
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10);
  return Math.max(Math.min(doubled, MAX_PAUSE_MS), Math.min(retryAfterMs, MAX_ASKED_PAUSE_MS));
}

/** Reads the header: seconds or a date (RFC 9110, 10.2.3); undefined for anything else. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/u.test(header)) return Number(header) * SECOND_MS;
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/u.test(header)
    ? Date.parse(header)
    : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

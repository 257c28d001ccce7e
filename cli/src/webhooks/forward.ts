import { setTimeout as wait } from 'node:timers/promises';
import type { QuaestorEvent } from '../../../client/src/index.ts';
import { messageId, signedHeaders } from './message.ts';

/** The same timeout as in the service. */
const TIMEOUT_MS = 15_000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
const GONE = 410;

export interface Receiver {
  url: string;
  secret: string;
  /** The number of attempts after the first one. */
  retries: number;
}

/** The outcome of one attempt to send an event. */
export interface Attempt {
  at: string;
  event_id: string;
  type: string;
  resource_id: string;
  attempt: number;
  status: number | null;
  error: string | null;
  duration_ms: number;
  /** Seconds until the next attempt, or null if no attempt follows. */
  again_in_s: number | null;
}

/**
 * Sends an event until the receiver accepts it or no attempts are left, with pauses of 1 s, 2 s, 4 s … between them.
 */
export async function forward(
  event: QuaestorEvent,
  { url, secret, retries }: Receiver,
  signal: AbortSignal,
  onAttempt: (attempt: Attempt) => void,
): Promise<boolean> {
  const body = JSON.stringify(event);
  const id = messageId(url, event.id);
  for (let attempt = 1; ; attempt += 1) {
    const at = new Date();
    const started = performance.now();
    const { status, error } = await send(url, signedHeaders(id, at, body, secret), body, signal);
    const hasEnded = error === null || status === GONE || attempt > retries;
    const pauseMs = hasEnded ? null : Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
    onAttempt({
      at: at.toISOString(),
      event_id: event.id,
      type: event.type,
      resource_id: event.data.id,
      attempt,
      status,
      error,
      duration_ms: Math.round(performance.now() - started),
      again_in_s: pauseMs === null ? null : pauseMs / 1000,
    });
    if (pauseMs === null) return error === null;
    await wait(pauseMs, undefined, { signal });
  }
}

/** Throws only if `signal` is aborted. As in the service, redirects are not followed. */
async function send(url: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Quaestor/listen' },
      body,
    });
    await response.body?.cancel();
    const { status, ok } = response;
    return { status, error: ok ? null : `The receiver responded with ${status}.` };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { status: null, error: `No response within ${TIMEOUT_MS / 1000} s.` };
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    return { status: null, error: `The receiver cannot be reached (${cause?.code ?? (error as Error).message}).` };
  }
}

import pg from 'pg';
import { connectionOptions } from './connection.ts';
import type { Executor } from './database.ts';

/** The channels; a notice carries the id of its subject, if any. */
const CHANNELS = {
  /** An analysis has ended, successfully or not. */
  analysis_ended: 'quaestor_analysis_ended',
  /** A job of any other kind has ended. */
  job_ended: 'quaestor_job_ended',
  /** A webhook was deleted or disabled. */
  webhook_ended: 'quaestor_webhook_ended',
  /** An API process serves more than a few callers. */
  callers_served: 'quaestor_callers_served',
} as const;
export type Channel = keyof typeof CHANNELS;

/** PostgreSQL allows 8,000 bytes. A notice carries an id; listeners look up the rest. */
const MAX_PAYLOAD_LENGTH = 200;

/** Notifies every listening process when the transaction commits. */
export async function notify(tx: Executor, channel: Channel, payload: string): Promise<void> {
  if (payload.length > MAX_PAYLOAD_LENGTH)
    throw new Error(`A notice has at most ${MAX_PAYLOAD_LENGTH} characters, not ${payload.length}.`);
  await tx.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [CHANNELS[channel], payload] });
}

const RECONNECT_MS = 1000;
/** A connection that only listens does not notice that the server is gone, so it sends a probe now and then. */
const PROBE_EVERY_MS = 10_000;
const TIMEOUT_MS = 2000;

type Listener = (payload: string) => void;

/**
 * Listens to all channels on one connection, which is made for the first listener. Notices sent while it is broken are
 * lost: listeners must also check by themselves now and then.
 */
export class Notices {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  /** By the channel's name in the database. */
  readonly #listeners = new Map<string, Set<Listener>>(Object.values(CHANNELS).map((name) => [name, new Set()]));
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #probe: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /** Returns a function that unsubscribes. */
  subscribe(channel: Channel, listener: Listener): () => void {
    this.#listeners.get(CHANNELS[channel])?.add(listener);
    this.#connect();
    return () => this.#listeners.get(CHANNELS[channel])?.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#probe);
    await this.#client?.end().catch(this.#onError);
  }

  #connect(): void {
    if (this.#client !== undefined || this.#closed || this.#retry !== undefined) return;
    const client = new pg.Client(
      connectionOptions(this.#url, { applicationName: 'quaestor notices', statementTimeoutMs: TIMEOUT_MS }),
    );
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, undefined));
    client
      .connect()
      .then(() =>
        client.query(
          Object.values(CHANNELS)
            .map((name) => `listen ${name}`)
            .join(';'),
        ),
      )
      .then(() => this.#watch(client))
      .catch((error: Error) => this.#lost(client, error));
  }

  #watch(client: pg.Client): void {
    if (this.#client !== client || this.#closed) return;
    this.#probe = setInterval(() => {
      client.query('select').catch((error: Error) => this.#lost(client, error));
    }, PROBE_EVERY_MS);
    this.#probe.unref();
  }

  #lost(client: pg.Client, error: Error | undefined): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#probe);
    client.end().catch(() => {});
    if (this.#closed) return;
    if (error !== undefined) this.#onError(error);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      if (this.#listeners.values().some((listeners) => listeners.size > 0)) this.#connect();
    }, RECONNECT_MS);
  }
}

import pg from 'pg';
import { connectionOptions } from './connection.ts';
import type { Executor } from './database.ts';

/** Tells every process that an analysis has ended; heard when the transaction commits. */
export async function noticeEnd(tx: Executor, analysisId: string): Promise<void> {
  await tx.query({ name: 'notice_end', text: `select pg_notify('${CHANNEL}', $1)`, values: [analysisId] });
}

const CHANNEL = 'quaestor_analysis_ended';
const RECONNECT_MS = 1000;
/** A connection that only listens does not notice that nobody is at the other end: it asks now and then. */
const PROBE_EVERY_MS = 10_000;
const TIMEOUT_MS = 2000;

type Hearer = (analysisId: string) => void;

/**
 * Hears of ended analyses from all processes, on one connection that is made when somebody first wants to hear. What is
 * said while the connection is broken is missed: hearers must look for themselves now and then.
 */
export class Notices {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #hearers = new Set<Hearer>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #probe: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /** Gives back how to stop hearing. */
  hear(hearer: Hearer): () => void {
    this.#hearers.add(hearer);
    this.#connect();
    return () => this.#hearers.delete(hearer);
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
    client.on('notification', ({ payload = '' }) => {
      for (const hearer of this.#hearers) hearer(payload);
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, undefined));
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
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
      if (this.#hearers.size > 0) this.#connect();
    }, RECONNECT_MS);
  }
}

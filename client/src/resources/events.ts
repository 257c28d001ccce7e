import type { components } from '../api.gen.ts';
import type { Connection, RequestOptions } from '../connection.ts';
import { ApiError } from '../errors.ts';
import type { Query } from '../routes.ts';
import { blocks } from '../server-sent-events.ts';

export type QuaestorEvent = components['schemas']['Event'];
export type EventPage = components['schemas']['EventList'];

/** The progress of a job, sent while it runs and once at its end. It is not stored. */
export interface ProgressEvent {
  /** Only stored events have one. */
  id?: undefined;
  type: 'analysis.progress' | 'import.progress';
  timestamp: string;
  data: {
    id: string;
    status: string;
    progress: { completed: number; total: number; phase: string };
    url: string;
  };
}

/** Reports that events after the position are missing, because they are older than 7 days. Read everything again. */
export interface GapEvent {
  id?: undefined;
  type: 'gap';
  after: string;
}

export type StreamedEvent = QuaestorEvent | ProgressEvent | GapEvent;

export interface StreamOptions extends RequestOptions {
  /** Called when the connection is lost. The stream reconnects automatically. */
  onReconnect?: (reason: unknown) => void;
}

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 30_000;
/** The service sends a heartbeat every 15 s by default. */
const SILENCE_MS = 60_000;
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

/**
 * A list of events. `for await` iterates over all existing events, page by page; `await` returns the first page, whose
 * `next_after` is the position to continue from later.
 */
export class EventPages implements PromiseLike<EventPage>, AsyncIterable<QuaestorEvent> {
  readonly #read: (after: string | undefined) => Promise<EventPage>;

  constructor(read: (after: string | undefined) => Promise<EventPage>) {
    this.#read = read;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a list is meant to be awaited
  then<Fulfilled = EventPage, Rejected = never>(
    onFulfilled?: ((page: EventPage) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#read(undefined).then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<QuaestorEvent, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  async *pages(): AsyncGenerator<EventPage, void, undefined> {
    for (let after: string | undefined; ; ) {
      const page = await this.#read(after);
      yield page;
      if (!page.has_more) return;
      after = page.next_after;
    }
  }
}

export class Events {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Events, oldest first.
   *
   * @example
   * for await (const { type, data } of quaestor.events.list({ after: 'start' })) console.log(type, data.id);
   */
  list(query: Query<'GET /events'> = {}, options?: RequestOptions): EventPages {
    return new EventPages((after) =>
      this.#connection.json('GET /events', { query: after === undefined ? query : { ...query, after } }, options),
    );
  }

  /**
   * Yields events as they happen, until `signal` is aborted or the loop ends. After a lost connection, the stream
   * reconnects and continues after the last event.
   *
   * @example
   * for await (const event of quaestor.events.stream({ after: 'start', types: ['question.created'] })) {
   *   console.log(event);
   *   break; // or continue
   * }
   */
  async *stream(
    query: Omit<Query<'GET /events'>, 'limit'> = {},
    { onReconnect, ...options }: StreamOptions = {},
  ): AsyncGenerator<StreamedEvent, void, undefined> {
    let lastId: string | undefined;
    let retryMs = FIRST_RETRY_MS;
    for (let failures = 0; ; ) {
      const connected = new AbortController();
      let reason: unknown;
      try {
        for await (const { id, data, retry } of this.#connect(query, lastId, options, connected)) {
          failures = 0;
          lastId = id ?? lastId;
          retryMs = retry ?? retryMs;
          if (data !== undefined) yield JSON.parse(data) as StreamedEvent;
        }
      } catch (error) {
        options.signal?.throwIfAborted();
        if (error instanceof SyntaxError || (error instanceof ApiError && !TEMPORARY.has(error.status))) throw error;
        failures += 1;
        reason = error;
      } finally {
        connected.abort();
      }
      onReconnect?.(reason);
      const delay = Math.min(MAX_RETRY_MS, retryMs * 2 ** Math.min(failures, 5));
      await this.#connection.pause(delay * (0.5 + Math.random() / 2), options.signal);
    }
  }

  async *#connect(
    query: Omit<Query<'GET /events'>, 'limit'>,
    lastId: string | undefined,
    options: RequestOptions,
    connected: AbortController,
  ) {
    const signals = [connected.signal, options.signal].filter((signal) => signal !== undefined);
    const response = await this.#connection.stream(
      'GET /events',
      { query, accept: 'text/event-stream' },
      {
        ...options,
        maxRetries: 0,
        signal: AbortSignal.any(signals),
        headers: { ...options.headers, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      },
    );
    let watch = setTimeout(() => connected.abort(), SILENCE_MS);
    try {
      for await (const block of blocks(response)) {
        clearTimeout(watch);
        yield block;
        watch = setTimeout(() => connected.abort(), SILENCE_MS);
      }
    } finally {
      clearTimeout(watch);
    }
  }
}

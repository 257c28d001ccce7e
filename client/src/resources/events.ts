import type { components } from '../api.gen.ts';
import type { Connection, RequestOptions } from '../connection.ts';
import type { Query } from '../routes.ts';

export type QuaestorEvent = components['schemas']['Event'];
export type EventPage = components['schemas']['EventList'];

/**
 * What has changed: `for await` goes over all that is there now, page after page; `await` gives the first page, whose
 * `next_after` is where to go on later.
 */
export class EventPages implements PromiseLike<EventPage>, AsyncIterable<QuaestorEvent> {
  readonly #read: (after: string | undefined) => Promise<EventPage>;

  constructor(read: (after: string | undefined) => Promise<EventPage>) {
    this.#read = read;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- that a list can be awaited is what it is for
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
   * What has changed, the oldest first.
   *
   * @example
   * for await (const { type, data } of quaestor.events.list({ after: 'start' })) console.log(type, data.id);
   */
  list(query: Query<'GET /events'> = {}, options?: RequestOptions): EventPages {
    return new EventPages((after) =>
      this.#connection.json('GET /events', { query: after === undefined ? query : { ...query, after } }, options),
    );
  }
}

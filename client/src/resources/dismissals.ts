import type { Connection, RequestOptions } from '../connection.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';

/** Dismissed pairs of questions. */
export class DuplicateDismissals {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(
    query: Query<'GET /duplicates/dismissals'> = {},
    options?: RequestOptions,
  ): Pages<ItemOf<'GET /duplicates/dismissals'>> {
    return this.#connection.pages('GET /duplicates/dismissals', { query }, options);
  }

  create(
    body: Body<'POST /duplicates/dismissals'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /duplicates/dismissals'>> {
    return this.#connection.json('POST /duplicates/dismissals', { json: body }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<undefined> {
    return this.#connection.json('DELETE /duplicates/dismissals/{id}', { path: { id } }, options);
  }
}

/** Dismissed rows of analyses. A dismissal is valid until its question is changed. */
export class Dismissals {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /dismissals'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /dismissals'>> {
    return this.#connection.pages('GET /dismissals', { query }, options);
  }

  create(body: Body<'POST /dismissals'>, options?: RequestOptions): Reply<Result<'POST /dismissals'>> {
    return this.#connection.json('POST /dismissals', { json: body }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<undefined> {
    return this.#connection.json('DELETE /dismissals/{id}', { path: { id } }, options);
  }
}

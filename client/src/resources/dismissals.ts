import type { Connection, RequestOptions } from '../connection.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';

/**
 * Dismissed pairs of questions.
 *
 * @deprecated Use `dismissals`, which has pairs and rows of analyses.
 */
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

  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /duplicates/dismissals/{id}'>> {
    return this.#connection.json('DELETE /duplicates/dismissals/{id}', { path: { id } }, options);
  }
}

/** Dismissed rows of analyses and pairs. The dismissal of a row is valid until its question is changed. */
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

  get(id: string, options?: RequestOptions): Reply<Result<'GET /dismissals/{id}'>> {
    return this.#connection.json('GET /dismissals/{id}', { path: { id } }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /dismissals/{id}'>> {
    return this.#connection.json('DELETE /dismissals/{id}', { path: { id } }, options);
  }
}

import type { Connection, RequestOptions } from '../connection.ts';
import type { Reply } from '../reply.ts';
import type { Body, Result } from '../routes.ts';

/** Draws of random questions without repeats, until none are left. */
export class Draws {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  create(body: Body<'POST /draws'>, options?: RequestOptions): Reply<Result<'POST /draws'>> {
    return this.#connection.json('POST /draws', { json: body }, options);
  }

  get(id: string, options?: RequestOptions): Reply<Result<'GET /draws/{id}'>> {
    return this.#connection.json('GET /draws/{id}', { path: { id } }, options);
  }

  next(
    id: string,
    body: Body<'POST /draws/{id}/next'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /draws/{id}/next'>> {
    return this.#connection.json('POST /draws/{id}/next', { path: { id }, json: body }, options);
  }
}

import type { components } from '../api.gen.ts';
import type { Connection, RequestOptions } from '../connection.ts';
import type { Reply } from '../reply.ts';
import type { Body, Query, Result } from '../routes.ts';
import { isUnfinished, untilEnded, type WaitOptions } from '../wait.ts';

export type CategoryMerge = components['schemas']['CategoryMerge'];

export class Categories {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(options?: RequestOptions): Reply<Result<'GET /categories'>> {
    return this.#connection.json('GET /categories', {}, options);
  }

  get(name: string, options?: RequestOptions): Reply<Result<'GET /categories/{name}'>> {
    return this.#connection.json('GET /categories/{name}', { path: { name } }, options);
  }

  create(body: Body<'POST /categories'>, options?: RequestOptions): Reply<Result<'POST /categories'>> {
    return this.#connection.json('POST /categories', { json: body }, options);
  }

  rename(
    name: string,
    body: Body<'PATCH /categories/{name}'>,
    options?: RequestOptions,
  ): Reply<Result<'PATCH /categories/{name}'>> {
    return this.#connection.json('PATCH /categories/{name}', { path: { name }, json: body }, options);
  }

  /** Deletes an empty category, or, with `merge_into`, moves its questions there first. */
  delete(
    name: string,
    query: Query<'DELETE /categories/{name}'> = {},
    options?: RequestOptions,
  ): Reply<Result<'DELETE /categories/{name}'>> {
    return this.#connection.json('DELETE /categories/{name}', { path: { name }, query }, options);
  }

  getMerge(id: string, options?: RequestOptions): Reply<Result<'GET /categories/merges/{id}'>> {
    return this.#connection.json('GET /categories/merges/{id}', { path: { id } }, options);
  }

  /** Waits until all questions have been moved or the merge has ended in another way; `status` says how. */
  waitForMerge(begun: CategoryMerge, options?: WaitOptions<CategoryMerge>): Promise<CategoryMerge> {
    return untilEnded(this.#connection, begun, (look) => this.getMerge(begun.id, look), isUnfinished, options);
  }

  cancelMerge(id: string, options?: RequestOptions): Reply<Result<'POST /categories/merges/{id}/cancel'>> {
    return this.#connection.json('POST /categories/merges/{id}/cancel', { path: { id } }, options);
  }
}

import type { components } from '../api.gen.ts';
import type { Connection, RequestOptions } from '../connection.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';
import { isUnfinished, untilEnded, type WaitOptions } from '../wait.ts';

export type Dataset = components['schemas']['Dataset'];

/** Datasets: questions frozen at one moment, identified by a hash of their content. */
export class Datasets {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /datasets'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /datasets'>> {
    return this.#connection.pages('GET /datasets', { query }, options);
  }

  create(body: Body<'POST /datasets'>, options?: RequestOptions): Reply<Result<'POST /datasets'>> {
    return this.#connection.json('POST /datasets', { json: body }, options);
  }

  get(id: string, options?: RequestOptions): Reply<Result<'GET /datasets/{id}'>> {
    return this.#connection.json('GET /datasets/{id}', { path: { id } }, options);
  }

  /** Waits until a dataset is ready or has failed; `status` says which. */
  wait(begun: Dataset, options?: WaitOptions<Dataset>): Promise<Dataset> {
    return untilEnded(this.#connection, begun, (look) => this.get(begun.id, look), isUnfinished, options);
  }

  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /datasets/{id}'>> {
    return this.#connection.json('DELETE /datasets/{id}', { path: { id } }, options);
  }

  /** Returns the file as a stream. Use the reply's `body`, or `lines` to read it line by line. */
  export(id: string, query: Query<'GET /datasets/{id}/export'>, options?: RequestOptions): Reply<Response> {
    return this.#connection.stream('GET /datasets/{id}/export', { path: { id }, query, accept: '*/*' }, options);
  }

  /** Reports what such a file leaves out. */
  exportReport(
    id: string,
    query: Query<'GET /datasets/{id}/export/report'>,
    options?: RequestOptions,
  ): Reply<Result<'GET /datasets/{id}/export/report'>> {
    return this.#connection.json('GET /datasets/{id}/export/report', { path: { id }, query }, options);
  }
}

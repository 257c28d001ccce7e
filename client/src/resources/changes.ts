import type { components } from '../api.gen.ts';
import type { Connection, RequestOptions } from '../connection.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { ItemOf, Query, Result } from '../routes.ts';
import { isUnfinished, untilEnded, type WaitOptions } from '../wait.ts';

export type Change = components['schemas']['Change'];

/** Change sets: all writes to questions, their effects, and how to revert them. */
export class Changes {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /changes'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /changes'>> {
    return this.#connection.pages('GET /changes', { query }, options);
  }

  /** With `includeSummary`, the change says which question, file or filter it was about. */
  get(
    id: string,
    { includeSummary = false, ...options }: RequestOptions & { includeSummary?: boolean } = {},
  ): Reply<Result<'GET /changes/{id}'>> {
    const query = includeSummary ? { include_summary: true } : {};
    return this.#connection.json('GET /changes/{id}', { path: { id }, query }, options);
  }

  /** Waits until a bulk change or a revert has ended, whether or not it succeeded; `status` says how. */
  wait(begun: Change, options?: WaitOptions<Change>): Promise<Change> {
    return untilEnded(this.#connection, begun, (look) => this.get(begun.id, look), isUnfinished, options);
  }

  /** Lists the effect of the change on each of its questions. */
  items(
    id: string,
    query: Query<'GET /changes/{id}/items'> = {},
    options?: RequestOptions,
  ): Pages<ItemOf<'GET /changes/{id}/items'>> {
    return this.#connection.pages('GET /changes/{id}/items', { path: { id }, query }, options);
  }

  /** Cancels a running bulk change or revert; `progress` says where it stopped. */
  cancel(id: string, options?: RequestOptions): Reply<Result<'POST /changes/{id}/cancel'>> {
    return this.#connection.json('POST /changes/{id}/cancel', { path: { id } }, options);
  }

  /** Counts what a revert would do now, and lists what it would leave alone, in parts: the numbers add up. */
  previewRevert(
    id: string,
    query: Query<'GET /changes/{id}/revert'> = {},
    options?: RequestOptions,
  ): Reply<Result<'GET /changes/{id}/revert'>> {
    return this.#connection.json('GET /changes/{id}/revert', { path: { id }, query }, options);
  }

  /**
   * Reverts the change. Returns what was reverted and what was skipped or, for a large change, the change set of the
   * job that reverts it. Questions that were changed since are skipped, unless `includeChanged` is true.
   */
  revert(
    id: string,
    { includeChanged = false, ...options }: RequestOptions & { includeChanged?: boolean } = {},
  ): Reply<Result<'POST /changes/{id}/revert'>> {
    const query = includeChanged ? { include_changed: true } : {};
    return this.#connection.json('POST /changes/{id}/revert', { path: { id }, query }, options);
  }
}

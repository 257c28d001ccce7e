import type { Connection, RequestOptions } from '../connection.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';

/** Webhooks, which send events to other programs. Receivers use `verifyWebhook`. */
export class Webhooks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /webhooks'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /webhooks'>> {
    return this.#connection.pages('GET /webhooks', { query }, options);
  }

  /** Only this reply contains the secret. */
  create(body: Body<'POST /webhooks'>, options?: RequestOptions): Reply<Result<'POST /webhooks'>> {
    return this.#connection.json('POST /webhooks', { json: body }, options);
  }

  get(id: string, options?: RequestOptions): Reply<Result<'GET /webhooks/{id}'>> {
    return this.#connection.json('GET /webhooks/{id}', { path: { id } }, options);
  }

  update(
    id: string,
    body: Body<'PATCH /webhooks/{id}'>,
    options?: RequestOptions,
  ): Reply<Result<'PATCH /webhooks/{id}'>> {
    return this.#connection.json('PATCH /webhooks/{id}', { path: { id }, json: body }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /webhooks/{id}'>> {
    return this.#connection.json('DELETE /webhooks/{id}', { path: { id } }, options);
  }

  /** Replaces the secret. For a day, messages are also signed with the old one. */
  rotate(
    id: string,
    body: Body<'POST /webhooks/{id}/rotate'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /webhooks/{id}/rotate'>> {
    return this.#connection.json('POST /webhooks/{id}/rotate', { path: { id }, json: body }, options);
  }

  /** Sends a message of type `webhook.test`. */
  test(id: string, options?: RequestOptions): Reply<Result<'POST /webhooks/{id}/test'>> {
    return this.#connection.json('POST /webhooks/{id}/test', { path: { id } }, options);
  }

  /** Lists deliveries with their responses, newest first. */
  deliveries(
    id: string,
    query: Query<'GET /webhooks/{id}/deliveries'> = {},
    options?: RequestOptions,
  ): Pages<ItemOf<'GET /webhooks/{id}/deliveries'>> {
    return this.#connection.pages('GET /webhooks/{id}/deliveries', { path: { id }, query }, options);
  }

  /** Sends one message again. */
  replayDelivery(
    id: string,
    delivery_id: string,
    options?: RequestOptions,
  ): Reply<Result<'POST /webhooks/{id}/deliveries/{delivery_id}/replay'>> {
    const path = { id, delivery_id };
    return this.#connection.json('POST /webhooks/{id}/deliveries/{delivery_id}/replay', { path }, options);
  }

  /** Sends again all messages that have failed since a given time. */
  replay(
    id: string,
    body: Body<'POST /webhooks/{id}/replay'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /webhooks/{id}/replay'>> {
    return this.#connection.json('POST /webhooks/{id}/replay', { path: { id }, json: body }, options);
  }
}

import type { Connection, RequestOptions } from '../connection.ts';
import { type Guard, guarded } from '../guard.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';

/** Saved lists of questions: your own, and those that others have shared. */
export class Views {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /views'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /views'>> {
    return this.#connection.pages('GET /views', { query }, options);
  }

  create(body: Body<'POST /views'>, options?: RequestOptions): Reply<Result<'POST /views'>> {
    return this.#connection.json('POST /views', { json: body }, options);
  }

  get(id: string, options?: RequestOptions): Reply<Result<'GET /views/{id}'>> {
    return this.#connection.json('GET /views/{id}', { path: { id } }, options);
  }

  update(
    id: string,
    body: Body<'PATCH /views/{id}'>,
    options?: RequestOptions & Guard,
  ): Reply<Result<'PATCH /views/{id}'>> {
    return this.#connection.json('PATCH /views/{id}', { path: { id }, json: body }, guarded(options));
  }

  delete(id: string, options?: RequestOptions & Guard): Reply<Result<'DELETE /views/{id}'>> {
    return this.#connection.json('DELETE /views/{id}', { path: { id } }, guarded(options));
  }
}

/** Comments on a question. */
export class Comments {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(
    question: string,
    query: Query<'GET /questions/{id}/comments'> = {},
    options?: RequestOptions,
  ): Pages<ItemOf<'GET /questions/{id}/comments'>> {
    return this.#connection.pages('GET /questions/{id}/comments', { path: { id: question }, query }, options);
  }

  /** Lists the comments on all questions, newest first. */
  listAll(query: Query<'GET /comments'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /comments'>> {
    return this.#connection.pages('GET /comments', { query }, options);
  }

  create(
    question: string,
    body: Body<'POST /questions/{id}/comments'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /questions/{id}/comments'>> {
    return this.#connection.json('POST /questions/{id}/comments', { path: { id: question }, json: body }, options);
  }

  get(
    question: string,
    comment_id: string,
    options?: RequestOptions,
  ): Reply<Result<'GET /questions/{id}/comments/{comment_id}'>> {
    const path = { id: question, comment_id };
    return this.#connection.json('GET /questions/{id}/comments/{comment_id}', { path }, options);
  }

  update(
    question: string,
    comment_id: string,
    body: Body<'PATCH /questions/{id}/comments/{comment_id}'>,
    options?: RequestOptions & Guard,
  ): Reply<Result<'PATCH /questions/{id}/comments/{comment_id}'>> {
    const path = { id: question, comment_id };
    return this.#connection.json('PATCH /questions/{id}/comments/{comment_id}', { path, json: body }, guarded(options));
  }

  delete(
    question: string,
    comment_id: string,
    options?: RequestOptions & Guard,
  ): Reply<Result<'DELETE /questions/{id}/comments/{comment_id}'>> {
    const path = { id: question, comment_id };
    return this.#connection.json('DELETE /questions/{id}/comments/{comment_id}', { path }, guarded(options));
  }
}

/** Rows of analyses that are assigned to people. */
export class Assignments {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /assignments'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /assignments'>> {
    return this.#connection.pages('GET /assignments', { query }, options);
  }

  create(body: Body<'POST /assignments'>, options?: RequestOptions): Reply<Result<'POST /assignments'>> {
    return this.#connection.json('POST /assignments', { json: body }, options);
  }

  /** Assigns up to 1,000 rows, or questions, to a person. */
  createMany(body: Body<'POST /assignments/bulk'>, options?: RequestOptions): Reply<Result<'POST /assignments/bulk'>> {
    return this.#connection.json('POST /assignments/bulk', { json: body }, options);
  }

  get(id: string, options?: RequestOptions): Reply<Result<'GET /assignments/{id}'>> {
    return this.#connection.json('GET /assignments/{id}', { path: { id } }, options);
  }

  /** Marks an assignment as done or open, or reassigns it. */
  update(
    id: string,
    body: Body<'PATCH /assignments/{id}'>,
    options?: RequestOptions & Guard,
  ): Reply<Result<'PATCH /assignments/{id}'>> {
    return this.#connection.json('PATCH /assignments/{id}', { path: { id }, json: body }, guarded(options));
  }

  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /assignments/{id}'>> {
    return this.#connection.json('DELETE /assignments/{id}', { path: { id } }, options);
  }
}

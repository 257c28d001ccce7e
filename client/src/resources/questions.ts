import type { components } from '../api.gen.ts';
import type { Connection, RequestOptions } from '../connection.ts';
import { type Guard, guarded } from '../guard.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';
import type { Change } from './changes.ts';

export type Question = components['schemas']['Question'];
export type QuestionDraft = components['schemas']['QuestionDraft'];
/** A question in a list, with all fields or the requested `fields`. */
export type ListedQuestion = ItemOf<'GET /questions'>;

/** The method sets `dry_run`. */
export type BulkRequest = Omit<components['schemas']['BulkRequest'], 'dry_run'>;
export type BulkDryRun = components['schemas']['BulkDryRun'];
/** The fields that a merge can take from the other question. */
export type MergedField = NonNullable<Body<'POST /questions/{id}/merge'>['take']>[number];

export class Questions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Questions that match a filter, in order of creation unless `sort` is set.
   *
   * @example
   * for await (const question of quaestor.questions.list({ category: ['Science'], difficulty: [0] })) {
   *   console.log(question.question_text);
   * }
   */
  list(query: Query<'GET /questions'> = {}, options?: RequestOptions): Pages<ListedQuestion> {
    return this.#connection.pages('GET /questions', { query }, options);
  }

  get(id: string, options?: RequestOptions): Reply<Question> {
    return this.#connection.json('GET /questions/{id}', { path: { id } }, options);
  }

  /**
   * @example
   * const question = await quaestor.questions.create({
   *   question_text: 'Which planet is closest to the Sun?',
   *   correct_answer: 'Mercury',
   *   category: 'Astronomy',
   *   difficulty: 0,
   * });
   */
  create(draft: QuestionDraft, query: Query<'POST /questions'> = {}, options?: RequestOptions): Reply<Question> {
    return this.#connection.json('POST /questions', { json: draft, query }, options) as Reply<Question>;
  }

  /** Creates up to 1,000 at once, all or none, unless the headers contain `Prefer: handling=lenient`. */
  createMany(
    drafts: readonly QuestionDraft[],
    query: Query<'POST /questions'> = {},
    options?: RequestOptions,
  ): Reply<Exclude<Result<'POST /questions'>, Question>> {
    return this.#connection.json('POST /questions', { json: drafts, query }, options) as Reply<
      Exclude<Result<'POST /questions'>, Question>
    >;
  }

  /** Replaces the given fields and keeps the others. */
  update(id: string, change: Body<'PUT /questions/{id}'>, options?: RequestOptions & Guard): Reply<Question> {
    return this.#connection.json('PUT /questions/{id}', { path: { id }, json: change }, guarded(options));
  }

  /** A JSON merge patch: `null` resets an optional field to its default. */
  patch(id: string, change: Body<'PATCH /questions/{id}'>, options?: RequestOptions & Guard): Reply<Question> {
    return this.#connection.json('PATCH /questions/{id}', { path: { id }, json: change }, guarded(options));
  }

  delete(id: string, options?: RequestOptions & Guard): Reply<Result<'DELETE /questions/{id}'>> {
    return this.#connection.json('DELETE /questions/{id}', { path: { id } }, guarded(options));
  }

  restore(id: string, options?: RequestOptions): Reply<Question> {
    return this.#connection.json('POST /questions/{id}/restore', { path: { id } }, options);
  }

  /** Creates or updates the question with this external id. */
  putByExternalId(
    externalId: string,
    draft: Body<'PUT /questions/by-external-id/{external_id}'>,
    options?: RequestOptions & Guard,
  ): Reply<Question> {
    const path = { external_id: externalId };
    return this.#connection.json(
      'PUT /questions/by-external-id/{external_id}',
      { path, json: draft },
      guarded(options),
    );
  }

  /**
   * Changes, deletes or restores all questions that match. It runs in the background; `changes.get` returns its progress.
   *
   * @example
   * const filter = { category: ['Science'], tag: 'easy' };
   * const { count } = await quaestor.questions.bulkDryRun({ filter, set: { difficulty: 0 } });
   * if (count > 0) await quaestor.questions.bulk({ filter, set: { difficulty: 0 }, expected_count: count });
   */
  bulk(request: BulkRequest, options?: RequestOptions): Reply<Change> {
    return this.#connection.json('POST /questions/bulk', { json: request }, options) as Reply<Change>;
  }

  /** Returns the number of matching questions, and the effect on some of them. */
  bulkDryRun(request: BulkRequest, options?: RequestOptions): Reply<BulkDryRun> {
    const json = { ...request, dry_run: true };
    return this.#connection.json('POST /questions/bulk', { json }, options) as Reply<BulkDryRun>;
  }

  /** Takes fields from another question and deletes that one. `changes.revert` restores both. */
  merge(id: string, merge: Body<'POST /questions/{id}/merge'>, options?: RequestOptions & Guard): Reply<Question> {
    return this.#connection.json('POST /questions/{id}/merge', { path: { id }, json: merge }, guarded(options));
  }

  /** Lists the history of a question, newest version first. */
  versions(
    id: string,
    query: Query<'GET /questions/{id}/versions'> = {},
    options?: RequestOptions,
  ): Pages<ItemOf<'GET /questions/{id}/versions'>> {
    return this.#connection.pages('GET /questions/{id}/versions', { path: { id }, query }, options);
  }

  /**
   * Checks an answer without revealing the correct one.
   *
   * @example
   * const { correct } = await quaestor.questions.check(question.id, { answer: 'mercury' });
   */
  check(
    id: string,
    body: Body<'POST /questions/{id}/check'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /questions/{id}/check'>> {
    return this.#connection.json('POST /questions/{id}/check', { path: { id }, json: body }, options);
  }

  /** Random questions; `seed` repeats a draw. Use `draws` to avoid repeats. */
  random(query: Query<'GET /questions/random'> = {}, options?: RequestOptions): Reply<Result<'GET /questions/random'>> {
    return this.#connection.json('GET /questions/random', { query }, options);
  }

  /** Returns exact counts by category, level and topic. */
  facets(query: Query<'GET /questions/facets'> = {}, options?: RequestOptions): Reply<Result<'GET /questions/facets'>> {
    return this.#connection.json('GET /questions/facets', { query }, options);
  }

  /** Returns the languages of the questions. */
  languages(options?: RequestOptions): Reply<Result<'GET /questions/languages'>> {
    return this.#connection.json('GET /questions/languages', {}, options);
  }

  /**
   * Exports the questions that match a filter as a stream.
   *
   * @example
   * const file = await quaestor.questions.export({ format: 'jsonl', category: ['Science'] });
   * for await (const line of lines(file)) console.log(JSON.parse(line).question_text);
   */
  export(query: Query<'GET /questions/export'>, options?: RequestOptions): Reply<Response> {
    return this.#connection.stream('GET /questions/export', { query, accept: '*/*' }, options);
  }

  /** Reports what such a file would leave out. */
  exportReport(
    query: Query<'GET /questions/export/report'>,
    options?: RequestOptions,
  ): Reply<Result<'GET /questions/export/report'>> {
    return this.#connection.json('GET /questions/export/report', { query }, options);
  }
}

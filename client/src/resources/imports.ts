import type { components } from '../api.gen.ts';
import type { Connection, RequestOptions } from '../connection.ts';
import { QuaestorError } from '../errors.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { ItemOf, Query, Result } from '../routes.ts';
import { isUnfinished, untilEnded, type WaitOptions } from '../wait.ts';

export type Import = components['schemas']['Import'];

type JsonOption = 'defaults' | 'category_map' | 'difficulty_map' | 'field_map' | 'columns';

/** The parameters of `POST /imports`. Objects and lists are sent as JSON. */
export type ImportOptions = Omit<Query<'POST /imports'>, JsonOption> & {
  /** Values for missing fields, such as `{ difficulty: 1 }`. */
  defaults?: object;
  /** Maps names in the file to categories of the bank. */
  category_map?: Record<string, string>;
  /** Maps levels as the file writes them, such as `{ schwer: 2 }`. */
  difficulty_map?: Record<string, number>;
  /** Maps field names in the file to fields of a question, or to null to ignore the field. */
  field_map?: Record<string, string | null>;
  /** The field for each column of a table, or null to ignore the column. */
  columns?: (string | null)[];
};

/**
 * Thrown if the import failed or was canceled. `import` says why, and `imports.reports` lists what is wrong with each
 * line.
 */
export class ImportEndedError extends QuaestorError {
  override name = 'ImportEndedError';
  readonly import: Import;

  constructor(ended: Import) {
    super(ended.error?.detail ?? `The import was ${ended.status}.`);
    this.import = ended;
  }
}

/** Imports of files. */
export class Imports {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /imports'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /imports'>> {
    return this.#connection.pages('GET /imports', { query }, options);
  }

  /** Sends a file and returns the import, finished or not. */
  create(file: NonNullable<RequestInit['body']>, query: ImportOptions = {}, options?: RequestOptions): Reply<Import> {
    const { defaults, category_map, difficulty_map, field_map, columns, ...others } = query;
    const texts = Object.fromEntries(
      Object.entries({ defaults, category_map, difficulty_map, field_map, columns }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, JSON.stringify(value)]],
      ),
    );
    const contentType = file instanceof Blob && file.type !== '' ? file.type : 'application/octet-stream';
    return this.#connection.json('POST /imports', { body: file, contentType, query: { ...others, ...texts } }, options);
  }

  /**
   * Sends a file and waits until the import ends.
   *
   * @example
   * const file = 'question_text,correct_answer,category,difficulty\nWhich gas do plants take in?,Carbon dioxide,Science,0\n';
   * const { counts } = await quaestor.imports.upload(file, { format: 'csv', mode: 'valid_only' });
   * console.log(`${counts.created} created, ${counts.rejected} rejected`);
   */
  async upload(
    file: NonNullable<RequestInit['body']>,
    query: ImportOptions = {},
    { onProgress, ...options }: WaitOptions<Import> = {},
  ): Promise<Import> {
    const ended = await this.wait(await this.create(file, query, options), { onProgress, ...options });
    if (ended.status === 'succeeded') return ended;
    throw new ImportEndedError(ended);
  }

  /** Waits until an import has ended, whether or not it succeeded. */
  wait(begun: Import, options?: WaitOptions<Import>): Promise<Import> {
    return untilEnded(this.#connection, begun, (look) => this.get(begun.id, look), isUnfinished, options);
  }

  /** Waits until the revert of an import has ended; `undo` says how. */
  waitForUndo(begun: Import, options?: WaitOptions<Import>): Promise<Import> {
    const isUndoing = ({ undo }: Import) => undo !== null && isUnfinished(undo);
    return untilEnded(this.#connection, begun, (look) => this.get(begun.id, look), isUndoing, options);
  }

  get(id: string, options?: RequestOptions): Reply<Import> {
    return this.#connection.json('GET /imports/{id}', { path: { id } }, options);
  }

  /** Lists all errors in the file, by line or cell, with fixes. */
  reports(
    id: string,
    query: Query<'GET /imports/{id}/reports'> = {},
    options?: RequestOptions,
  ): Pages<ItemOf<'GET /imports/{id}/reports'>> {
    return this.#connection.pages('GET /imports/{id}/reports', { path: { id }, query }, options);
  }

  /** Returns the rejected items in the format of the file, to correct and send again. */
  rejects(id: string, options?: RequestOptions): Reply<Response> {
    return this.#connection.stream('GET /imports/{id}/rejects', { path: { id }, accept: '*/*' }, options);
  }

  cancel(id: string, options?: RequestOptions): Reply<Result<'POST /imports/{id}/cancel'>> {
    return this.#connection.json('POST /imports/{id}/cancel', { path: { id } }, options);
  }

  /** Reverts the import. Questions that were changed since are skipped, unless `includeChanged` is true. */
  revert(
    id: string,
    { includeChanged = false, ...options }: RequestOptions & { includeChanged?: boolean } = {},
  ): Reply<Result<'POST /imports/{id}/revert'>> {
    const query = includeChanged ? { include_changed: true } : {};
    return this.#connection.json('POST /imports/{id}/revert', { path: { id }, query }, options);
  }

  /** @deprecated Use `revert`, which does the same. */
  undo(id: string, options?: RequestOptions): Reply<Result<'POST /imports/{id}/undo'>> {
    return this.#connection.json('POST /imports/{id}/undo', { path: { id } }, options);
  }
}

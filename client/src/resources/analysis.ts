import type { components } from '../api.gen.ts';
import type { Connection, RequestOptions } from '../connection.ts';
import { QuaestorError } from '../errors.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';
import { isUnfinished, type WaitOptions } from '../wait.ts';

export type Analysis = components['schemas']['Analysis'];
export type AnalysisRequest = Body<'POST /analysis/run'>;

/** Thrown if the run failed or was canceled; `analysis` says why. */
export class AnalysisEndedError extends QuaestorError {
  override name = 'AnalysisEndedError';
  readonly analysis: Analysis;

  constructor(analysis: Analysis) {
    super(analysis.error?.detail ?? `The analysis was ${analysis.status}.`);
    this.analysis = analysis;
  }
}

/** The service replies when the run ends, or with its progress after this many seconds. */
const WAIT_SECONDS = 20;

export class Analyses {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists the types of analysis, with their parameters. */
  types(options?: RequestOptions): Reply<Result<'GET /analysis/types'>> {
    return this.#connection.json('GET /analysis/types', {}, options);
  }

  list(query: Query<'GET /analysis'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /analysis'>> {
    return this.#connection.pages('GET /analysis', { query }, options);
  }

  /** Starts a run and returns it, finished or not. */
  run(request: AnalysisRequest, options?: RequestOptions): Reply<Analysis> {
    return this.#connection.json('POST /analysis/run', { json: request }, options);
  }

  /**
   * Starts a run and waits for its result.
   *
   * @example
   * const { findings } = await quaestor.analysis.runAndWait({ analysis_type: 'coverage', filter: {} });
   * for (const { text } of findings ?? []) console.log(text);
   */
  async runAndWait(
    request: AnalysisRequest,
    { onProgress, ...options }: WaitOptions<Analysis> = {},
  ): Promise<Analysis> {
    const started = await this.run(request, options);
    onProgress?.(started);
    return this.wait(started, { ...options, ...(onProgress && { onProgress }) });
  }

  /** Waits for a run that has been started, and throws if it fails. `signal` stops the waiting, not the run. */
  async wait({ id }: Pick<Analysis, 'id'>, { onProgress, ...options }: WaitOptions<Analysis> = {}): Promise<Analysis> {
    const headers = { ...options.headers, prefer: `wait=${WAIT_SECONDS}` };
    for (;;) {
      const analysis = await this.get(id, { ...options, headers });
      onProgress?.(analysis);
      if (isUnfinished(analysis)) continue;
      if (analysis.status === 'succeeded') return analysis;
      throw new AnalysisEndedError(analysis);
    }
  }

  get(id: string, options?: RequestOptions): Reply<Analysis> {
    return this.#connection.json('GET /analysis/{id}', { path: { id } }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /analysis/{id}'>> {
    return this.#connection.json('DELETE /analysis/{id}', { path: { id } }, options);
  }

  cancel(id: string, options?: RequestOptions): Reply<Analysis> {
    return this.#connection.json('POST /analysis/{id}/cancel', { path: { id } }, options);
  }

  /** Lists the rows of a result, most important first. */
  items(
    id: string,
    query: Query<'GET /analysis/{id}/items'> = {},
    options?: RequestOptions,
  ): Pages<ItemOf<'GET /analysis/{id}/items'>> {
    return this.#connection.pages('GET /analysis/{id}/items', { path: { id }, query }, options);
  }

  /** Returns the same rows as a stream of CSV. */
  itemsCsv(id: string, query: Query<'GET /analysis/{id}/items'> = {}, options?: RequestOptions): Reply<Response> {
    return this.#connection.stream('GET /analysis/{id}/items', { path: { id }, query, accept: 'text/csv' }, options);
  }

  /** Returns what is new and what is gone since the previous run. */
  comparison(
    id: string,
    query: Query<'GET /analysis/{id}/comparison'> = {},
    options?: RequestOptions,
  ): Reply<Result<'GET /analysis/{id}/comparison'>> {
    return this.#connection.json('GET /analysis/{id}/comparison', { path: { id }, query }, options);
  }

  /** Returns a report as HTML, to read or print. */
  report(id: string, options?: RequestOptions): Reply<string> {
    return this.#connection.text('GET /analysis/{id}/report', { path: { id }, accept: 'text/html' }, options);
  }

  /** Returns a plot as SVG or PNG, by its file name, such as "category-by-difficulty.svg". */
  plot(
    id: string,
    plot: string,
    query: Query<'GET /analysis/{id}/plots/{plot}'> = {},
    options?: RequestOptions,
  ): Reply<Uint8Array> {
    return this.#connection.bytes(
      'GET /analysis/{id}/plots/{plot}',
      { path: { id, plot }, query, accept: 'image/*' },
      options,
    );
  }

  /** Creates a URL for a plot, which works without a token for a limited time. */
  linkPlot(
    id: string,
    plot: string,
    body: Body<'POST /analysis/{id}/plots/{plot}/link'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /analysis/{id}/plots/{plot}/link'>> {
    return this.#connection.json('POST /analysis/{id}/plots/{plot}/link', { path: { id, plot }, json: body }, options);
  }

  /** Returns the plot at such a URL. */
  linkedPlot(
    id: string,
    plot: string,
    query: Query<'GET /pictures/{id}/{plot}'>,
    options?: RequestOptions,
  ): Reply<Uint8Array> {
    return this.#connection.bytes(
      'GET /pictures/{id}/{plot}',
      { path: { id, plot }, query, accept: 'image/*' },
      options,
    );
  }
}

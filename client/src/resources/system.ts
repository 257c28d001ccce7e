import type { Connection, RequestOptions } from '../connection.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { ItemOf, Query, Result } from '../routes.ts';

/** The service itself. */
export class System {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  home(options?: RequestOptions): Reply<Result<'GET /'>> {
    return this.#connection.json('GET /', {}, options);
  }

  health(options?: RequestOptions): Reply<Result<'GET /healthz'>> {
    return this.#connection.json('GET /healthz', {}, options);
  }

  /** Throws a `ServerError` with the reason if the service is not ready. */
  readiness(options?: RequestOptions): Reply<Result<'GET /readyz'>> {
    return this.#connection.json('GET /readyz', {}, { maxRetries: 0, ...options });
  }

  /** Returns the metrics in Prometheus's text format. */
  metrics(options?: RequestOptions): Reply<string> {
    return this.#connection.text('GET /metrics', { accept: 'text/plain' }, options);
  }

  /** Explains an error code and what to do about it. */
  problem(code: string, options?: RequestOptions): Reply<Result<'GET /problems/{code}'>> {
    return this.#connection.json('GET /problems/{code}', { path: { code } }, options);
  }

  /** Lists the audit log, newest entry first. */
  auditLog(query: Query<'GET /audit-log'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /audit-log'>> {
    return this.#connection.pages('GET /audit-log', { query }, options);
  }
}

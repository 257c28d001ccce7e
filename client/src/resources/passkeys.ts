import type { Connection, RequestOptions } from '../connection.ts';
import type { Reply } from '../reply.ts';
import type { Body, Result } from '../routes.ts';

/** The passkeys of the person who is signed in. Like `Sessions`, this is meant for pages in a browser. */
export class Passkeys {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(options?: RequestOptions): Reply<Result<'GET /passkeys'>> {
    return this.#connection.json('GET /passkeys', {}, options);
  }

  /** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  options(options?: RequestOptions): Reply<Result<'POST /passkeys/options'>> {
    return this.#connection.json('POST /passkeys/options', {}, options);
  }

  create(body: Body<'POST /passkeys'>, options?: RequestOptions): Reply<Result<'POST /passkeys'>> {
    return this.#connection.json('POST /passkeys', { json: body }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /passkeys/{id}'>> {
    return this.#connection.json('DELETE /passkeys/{id}', { path: { id } }, options);
  }
}

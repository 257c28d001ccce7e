import type { Connection, RequestOptions } from '../connection.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';

/** The people who can sign in. */
export class People {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /people'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /people'>> {
    return this.#connection.pages('GET /people', { query }, options);
  }

  /** Only this reply contains the sign-in link. */
  create(body: Body<'POST /people'>, options?: RequestOptions): Reply<Result<'POST /people'>> {
    return this.#connection.json('POST /people', { json: body }, options);
  }

  /** Also returns people who have been removed, so that an author's name can be shown. */
  get(id: string, options?: RequestOptions): Reply<Result<'GET /people/{id}'>> {
    return this.#connection.json('GET /people/{id}', { path: { id } }, options);
  }

  update(id: string, body: Body<'PATCH /people/{id}'>, options?: RequestOptions): Reply<Result<'PATCH /people/{id}'>> {
    return this.#connection.json('PATCH /people/{id}', { path: { id }, json: body }, options);
  }

  /** Also ends the keys and clients that the person has created. */
  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /people/{id}'>> {
    return this.#connection.json('DELETE /people/{id}', { path: { id } }, options);
  }

  /** Creates a new sign-in link. The previous one no longer works. */
  signInLink(id: string, options?: RequestOptions): Reply<Result<'POST /people/{id}/sign-in-link'>> {
    return this.#connection.json('POST /people/{id}/sign-in-link', { path: { id } }, options);
  }

  sessions(
    id: string,
    query: Query<'GET /people/{id}/sessions'> = {},
    options?: RequestOptions,
  ): Pages<ItemOf<'GET /people/{id}/sessions'>> {
    return this.#connection.pages('GET /people/{id}/sessions', { path: { id }, query }, options);
  }

  /** Signs the person out everywhere. */
  endSessions(id: string, options?: RequestOptions): Reply<Result<'DELETE /people/{id}/sessions'>> {
    return this.#connection.json('DELETE /people/{id}/sessions', { path: { id } }, options);
  }
}

/** Sessions are meant for pages in a browser, which stores the cookie. A client with a token has no session. */
export class Sessions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists the sign-in methods. */
  options(options?: RequestOptions): Reply<Result<'GET /session/options'>> {
    return this.#connection.json('GET /session/options', {}, options);
  }

  signIn(body: Body<'POST /session'>, options?: RequestOptions): Reply<Result<'POST /session'>> {
    return this.#connection.json('POST /session', { json: body }, options);
  }

  /** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  passkeyOptions(options?: RequestOptions): Reply<Result<'POST /session/passkey/options'>> {
    return this.#connection.json('POST /session/passkey/options', {}, options);
  }

  signInWithPasskey(
    body: Body<'POST /session/passkey'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /session/passkey'>> {
    return this.#connection.json('POST /session/passkey', { json: body }, options);
  }

  current(options?: RequestOptions): Reply<Result<'GET /session'>> {
    return this.#connection.json('GET /session', {}, options);
  }

  /** Changes the own name of the person. */
  rename(name: string, options?: RequestOptions): Reply<Result<'PATCH /session'>> {
    return this.#connection.json('PATCH /session', { json: { name } }, options);
  }

  signOut(options?: RequestOptions): Reply<Result<'DELETE /session'>> {
    return this.#connection.json('DELETE /session', {}, options);
  }

  list(query: Query<'GET /sessions'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /sessions'>> {
    return this.#connection.pages('GET /sessions', { query }, options);
  }

  /** Signs out of another browser. */
  end(id: string, options?: RequestOptions): Reply<Result<'DELETE /sessions/{id}'>> {
    return this.#connection.json('DELETE /sessions/{id}', { path: { id } }, options);
  }
}

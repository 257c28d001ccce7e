import type { Connection, RequestOptions } from '../connection.ts';
import type { Pages } from '../pages.ts';
import type { Reply } from '../reply.ts';
import type { Body, ItemOf, Query, Result } from '../routes.ts';

export class Tokens {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /tokens'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /tokens'>> {
    return this.#connection.pages('GET /tokens', { query }, options);
  }

  /** Only this reply contains the secret. */
  create(body: Body<'POST /tokens'>, options?: RequestOptions): Reply<Result<'POST /tokens'>> {
    return this.#connection.json('POST /tokens', { json: body }, options);
  }

  /** Returns the owner and the scopes of the current token. */
  current(options?: RequestOptions): Reply<Result<'GET /tokens/current'>> {
    return this.#connection.json('GET /tokens/current', {}, options);
  }

  get(id: string, options?: RequestOptions): Reply<Result<'GET /tokens/{id}'>> {
    return this.#connection.json('GET /tokens/{id}', { path: { id } }, options);
  }

  /** Replaces the secret. The old one keeps working for a grace period. */
  rotate(
    id: string,
    body: Body<'POST /tokens/{id}/rotate'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /tokens/{id}/rotate'>> {
    return this.#connection.json('POST /tokens/{id}/rotate', { path: { id }, json: body }, options);
  }

  revoke(id: string, options?: RequestOptions): Reply<Result<'DELETE /tokens/{id}'>> {
    return this.#connection.json('DELETE /tokens/{id}', { path: { id } }, options);
  }
}

/** OAuth clients: programs that fetch access tokens with an id and a secret. */
export class OauthClients {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: Query<'GET /clients'> = {}, options?: RequestOptions): Pages<ItemOf<'GET /clients'>> {
    return this.#connection.pages('GET /clients', { query }, options);
  }

  create(body: Body<'POST /clients'>, options?: RequestOptions): Reply<Result<'POST /clients'>> {
    return this.#connection.json('POST /clients', { json: body }, options);
  }

  get(id: string, options?: RequestOptions): Reply<Result<'GET /clients/{id}'>> {
    return this.#connection.json('GET /clients/{id}', { path: { id } }, options);
  }

  rotate(
    id: string,
    body: Body<'POST /clients/{id}/rotate'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /clients/{id}/rotate'>> {
    return this.#connection.json('POST /clients/{id}/rotate', { path: { id }, json: body }, options);
  }

  delete(id: string, options?: RequestOptions): Reply<Result<'DELETE /clients/{id}'>> {
    return this.#connection.json('DELETE /clients/{id}', { path: { id } }, options);
  }
}

/** The OAuth 2 endpoints. A connection with client credentials calls them automatically. */
export class Oauth {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  serverMetadata(options?: RequestOptions): Reply<Result<'GET /.well-known/oauth-authorization-server'>> {
    return this.#connection.json('GET /.well-known/oauth-authorization-server', {}, options);
  }

  resourceMetadata(options?: RequestOptions): Reply<Result<'GET /.well-known/oauth-protected-resource'>> {
    return this.#connection.json('GET /.well-known/oauth-protected-resource', {}, options);
  }

  issueToken(body: Body<'POST /oauth/token'>, options?: RequestOptions): Reply<Result<'POST /oauth/token'>> {
    return this.#connection.json('POST /oauth/token', { json: body }, options);
  }

  revokeToken(body: Body<'POST /oauth/revoke'>, options?: RequestOptions): Reply<Result<'POST /oauth/revoke'>> {
    return this.#connection.json('POST /oauth/revoke', { json: body }, options);
  }

  introspectToken(
    body: Body<'POST /oauth/introspect'>,
    options?: RequestOptions,
  ): Reply<Result<'POST /oauth/introspect'>> {
    return this.#connection.json('POST /oauth/introspect', { json: body }, options);
  }
}

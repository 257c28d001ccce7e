import { type Credentials, type TokenSource, tokenSource } from './credentials.ts';
import { type ApiError, apiError, ConnectionError, QuaestorError, TimeoutError } from './errors.ts';
import { type Page, Pages } from './pages.ts';
import { Reply, type WithResponse } from './reply.ts';
import type { ItemOf, Result, Route } from './routes.ts';

export interface ConnectionOptions {
  /** The service's URL, such as "https://questions.example.org". */
  baseUrl: string;
  /**
   * A token, a function that returns one, or the id and secret of an OAuth client. Without one, requests are anonymous.
   */
  token?: Credentials;
  /** The maximum number of retries if the service is overloaded or restarting, or does not reply. The default is 2. */
  maxRetries?: number;
  /** The time limit for each attempt. The default is 60,000. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** The options of a single request. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  /**
   * A key is generated for every POST. Set your own to get the same reply again after your program has been restarted.
   */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

interface Input {
  path?: Record<string, string>;
  query?: object;
  /** A value that is sent as JSON. */
  json?: unknown;
  /** A body that is sent as it is. A stream can be sent only once, so it is never retried. */
  body?: NonNullable<RequestInit['body']>;
  contentType?: string;
  accept?: string;
}

const DEFAULT_RETRIES = 2;
const DEFAULT_TIMEOUT_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8000;
/** If the service asks for a longer wait, the caller gets the error and decides what to do. */
const MAX_RETRY_AFTER_MS = 60_000;
/** The service is overloaded, restarting, or temporarily slow. */
const TEMPORARY = new Set([408, 429, 502, 503, 504]);

/** Sends requests, and handles tokens, time limits, retries and errors. */
export class Connection {
  readonly #base: string;
  readonly #options: ConnectionOptions;
  readonly #tokens: TokenSource;

  constructor(options: ConnectionOptions) {
    this.#base = options.baseUrl.replace(/\/+$/u, '');
    this.#options = options;
    this.#tokens = tokenSource(options.token, async ({ clientId, clientSecret, scope }) => {
      const authorization = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) });
      const { data } = await this.#send('POST /oauth/token', { body }, { headers: { authorization } }, readJson);
      return data as { access_token: string; expires_in: number };
    });
  }

  json<Named extends Route>(route: Named, input: Input, options: RequestOptions = {}): Reply<Result<Named>> {
    return new Reply(this.#send(route, input, options, readJson) as Promise<WithResponse<Result<Named>>>);
  }

  pages<Named extends Route>(route: Named, input: Input, options: RequestOptions = {}): Pages<ItemOf<Named>> {
    return new Pages(async (cursor) => {
      const query = cursor === undefined ? input.query : { ...input.query, offset: undefined, cursor };
      const { data } = await this.#send(route, { ...input, query: query ?? {} }, options, readJson);
      return data as Page<ItemOf<Named>>;
    });
  }

  text(route: Route, input: Input, options: RequestOptions = {}): Reply<string> {
    return new Reply(this.#send(route, input, options, (response) => response.text()));
  }

  bytes(route: Route, input: Input, options: RequestOptions = {}): Reply<Uint8Array> {
    return new Reply(
      this.#send(route, input, options, async (response) => new Uint8Array(await response.arrayBuffer())),
    );
  }

  /** Returns the reply with its body unread, as a stream. */
  stream(route: Route, input: Input, options: RequestOptions = {}): Reply<Response> {
    return new Reply(this.#send(route, input, { timeoutMs: 0, ...options }, async (response) => response));
  }

  /** Rejects with the signal's reason when the signal is aborted. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return pause(ms, signal);
  }

  async #send<Data>(
    route: Route,
    input: Input,
    options: RequestOptions,
    read: (response: Response) => Promise<Data>,
  ): Promise<WithResponse<Data>> {
    const [method = '', template = ''] = route.split(' ');
    const url = `${this.#base}${fill(template, input.path ?? {})}${queryString(input.query ?? {})}`;
    const isStream = input.body instanceof ReadableStream;
    const headers = headersOf(method, input, options);
    const maxRetries = isStream ? 0 : (options.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES);
    const asksForToken = !('authorization' in headers);
    let renew = false;
    for (let retries = 0; ; retries += 1) {
      let error: QuaestorError;
      try {
        const token = asksForToken ? await this.#tokens.get(renew) : undefined;
        const response = await this.#fetch(url, method, input, options, {
          ...headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        });
        if (response.ok || response.status === 304) return { data: await read(response), response };
        error = apiError(response.status, response.headers, await response.text());
      } catch (cause) {
        options.signal?.throwIfAborted();
        error = cause instanceof QuaestorError ? cause : connectionError(cause, url);
      }
      const isRejectedToken = 'status' in error && error.status === 401 && asksForToken;
      if (isRejectedToken && this.#tokens.renewable && !renew && !isStream) {
        renew = true;
        continue;
      }
      const delay = retries < maxRetries ? delayOf(error, retries) : undefined;
      if (delay === undefined) throw error;
      await pause(delay, options.signal);
    }
  }

  #fetch(
    url: string,
    method: string,
    { json, body }: Input,
    { signal, timeoutMs = this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS }: RequestOptions,
    headers: Record<string, string>,
  ): Promise<Response> {
    const limits = [signal, timeoutMs === 0 ? undefined : AbortSignal.timeout(timeoutMs)].filter(
      (one) => one !== undefined,
    );
    const sent = json === undefined ? body : JSON.stringify(json);
    const send = this.#options.fetch ?? fetch;
    return send(url, {
      method,
      headers,
      signal: AbortSignal.any(limits),
      ...(sent !== undefined && { body: sent }),
      ...(sent instanceof ReadableStream && { duplex: 'half' }),
    });
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ConnectionError('The reply is not valid JSON: part of it may be missing.', { cause });
  }
}

function headersOf(method: string, input: Input, options: RequestOptions): Record<string, string> {
  const contentType = input.json === undefined ? input.contentType : 'application/json';
  return {
    accept: input.accept ?? 'application/json',
    ...(contentType !== undefined && { 'content-type': contentType }),
    // With a key, a POST that is retried after a lost reply does not do its work twice.
    ...(method === 'POST' && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
    ...lowerCased(options.headers ?? {}),
  };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function fill(template: string, path: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(path[name] ?? ''));
}

/** Values of these parameters contain no commas; other lists repeat the parameter. */
const COMMA_SEPARATED = new Set(['exclude', 'fields', 'ids', 'types']);

function queryString(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value) && !COMMA_SEPARATED.has(name))
      for (const one of value) parameters.append(name, String(one));
    else
      parameters.set(name, typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

function connectionError(cause: unknown, url: string): ConnectionError {
  const { origin } = new URL(url);
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new TimeoutError(`${origin} did not reply in time.`, { cause });
  }
  return new ConnectionError(`${origin} cannot be reached, or the connection broke off.`, { cause });
}

/** Returns the wait before the next attempt, or undefined if retrying cannot help. */
function delayOf(error: QuaestorError, retries: number): number | undefined {
  const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries) * (0.75 + Math.random() / 2);
  if (error instanceof ConnectionError) return backoff;
  const { status, code, retryAfter } = error as ApiError;
  // The first attempt with the same key is still in progress.
  if (!TEMPORARY.has(status) && code !== 'idempotency_key_in_use') return undefined;
  if (retryAfter === null) return backoff;
  return retryAfter * 1000 > MAX_RETRY_AFTER_MS ? undefined : retryAfter * 1000 + backoff / 4;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

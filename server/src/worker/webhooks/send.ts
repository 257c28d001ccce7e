import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressProblem, ClosedAddressError, literalAddress } from '../../access/dialled-address.ts';
import { VERSION } from '../../config/version.ts';
import { urlProblem } from '../../domain/webhooks/webhook.ts';

/** Rejects requests to forbidden addresses. */
export interface Guard {
  lookup: LookupFunction;
  networks: readonly string[];
  allowHttp: boolean;
}

interface Outgoing {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The response, or why there was none. */
export interface Sent {
  status: number | null;
  error: string | null;
  response: string | null;
  retryAfter: string | undefined;
  duration_ms: number;
}

/** The limit for the status of a response, including the DNS look-up. */
export const TIMEOUT_MS = 15_000;
/** Only the status decides. The body is then read for this long, for the log. */
const BODY_MS = 1000;
const MAX_BODY_BYTES = 2048;

/** Connections of one turn: kept open from message to message, and closed at its end. */
export class Sender {
  readonly #guard: Guard;
  readonly #timeoutMs: number;
  readonly #http: http.Agent;
  readonly #https: https.Agent;

  constructor(guard: Guard, timeoutMs = TIMEOUT_MS) {
    this.#guard = guard;
    this.#timeoutMs = timeoutMs;
    const options = { keepAlive: true, maxSockets: 1, lookup: guard.lookup };
    this.#http = new http.Agent(options);
    this.#https = new https.Agent(options);
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  /** Never throws: every error is a failed attempt. Redirects are not followed. */
  async send({ url, headers, body }: Outgoing, signal: AbortSignal): Promise<Sent> {
    const started = performance.now();
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      const reply = await this.#request(new URL(url), headers, body, AbortSignal.any([signal, timeout]));
      const response = await readStart(reply);
      const { statusCode: status = 0 } = reply;
      return {
        status,
        error: explainStatus(status),
        response,
        retryAfter: reply.headers['retry-after'],
        duration_ms: since(started),
      };
    } catch (error) {
      const reason = timeout.aborted
        ? `There was no response within ${this.#timeoutMs / 1000} s.`
        : explainError(error);
      return { status: null, error: reason, response: null, retryAfter: undefined, duration_ms: since(started) };
    }
  }

  #request(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<http.IncomingMessage> {
    const { networks, allowHttp } = this.#guard;
    const address = literalAddress(url); // a socket does not look up an address
    const problem = urlProblem(url.href, allowHttp) ?? (address && addressProblem(address, networks));
    if (problem !== undefined) throw new ClosedAddressError(problem);
    const isSecure = url.protocol === 'https:';
    const options = {
      method: 'POST',
      agent: isSecure ? this.#https : this.#http,
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Quaestor/${VERSION}`,
      },
    };
    return new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).request(url, options, resolve);
      request.on('error', reject);
      request.end(body);
    });
  }
}

const since = (started: number) => Math.round(performance.now() - started);

function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'Redirects are not followed. Give the webhook the URL that they lead to.';
  return `The receiver responded ${status}.`;
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was rejected.',
  ECONNRESET: 'The connection was reset.',
  ENOTFOUND: 'The host name is not known.',
  ENODATA: 'The host name is not known.',
  EPIPE: 'The connection was reset.',
};

function explainError(error: unknown): string {
  if (error instanceof ClosedAddressError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return CODES[code ?? ''] ?? `The request failed: ${printable(code ?? message)}`;
}

/** PostgreSQL cannot store U+0000, and other control characters are unreadable. */
function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '').slice(0, MAX_BODY_BYTES);
}

/** The rest is not read, so the connection cannot be reused. */
async function readStart(reply: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => reply.destroy(), BODY_MS);
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) break; // which destroys it
    }
  } catch {
    // The part that has arrived is enough for the log.
  } finally {
    clearTimeout(timer);
  }
  return printable(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8'));
}

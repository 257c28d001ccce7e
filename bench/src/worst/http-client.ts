import { Agent, request } from 'node:http';
import type { HttpRequest } from './recipe.ts';

interface Reply {
  status: number;
  ms: number;
  bytes: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A request without a reply counts as one that took this long. */
const TIMEOUT_MS = 30_000;

/** Sends requests over keep-alive connections. Bodies of replies are counted, not stored. */
export class HttpClient {
  readonly #origin: URL;
  readonly #agent: Agent;

  constructor(origin: string, maxSockets: number) {
    this.#origin = new URL(origin);
    this.#agent = new Agent({ keepAlive: true, maxSockets });
  }

  send({ method, path, headers, body }: HttpRequest, token?: string): Promise<Reply> {
    const started = performance.now();
    return new Promise((resolve) => {
      const done = (status: number, bytes: number, replied: Reply['headers'] = {}) =>
        resolve({ status, ms: performance.now() - started, bytes, headers: replied });
      const sent = request(
        {
          host: this.#origin.hostname,
          port: this.#origin.port,
          agent: this.#agent,
          method,
          path,
          headers: {
            ...headers,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-length': body.length }),
          },
        },
        (reply) => {
          let bytes = 0;
          reply.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
          });
          reply.on('end', () => done(reply.statusCode ?? 0, bytes, reply.headers));
          reply.on('error', () => done(0, bytes));
        },
      );
      sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
      sent.on('error', () => done(0, 0)); // rejected before the body was read, or timed out
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The caller's remaining points according to the reply. */
export function remainingPoints({ headers }: Reply): number | undefined {
  const left = /;r=(\d+)/u.exec(String(headers['ratelimit'] ?? ''))?.[1];
  return left === undefined ? undefined : Number(left);
}

import { Agent, request } from 'node:http';
import type { HttpRequest } from './recipe.ts';

interface Reply {
  status: number;
  ms: number;
  bytes: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** No reply after this time counts as a reply that took this long. */
const TIMEOUT_MS = 30_000;

/** Sends requests over kept-alive sockets; what comes back is counted, not kept. */
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
      sent.on('error', () => done(0, 0)); // rejected before it was read to its end, or no reply in time
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** What is left of the caller's points, as the reply says. */
export function remainingPoints({ headers }: Reply): number | undefined {
  const left = /;r=(\d+)/u.exec(String(headers['ratelimit'] ?? ''))?.[1];
  return left === undefined ? undefined : Number(left);
}

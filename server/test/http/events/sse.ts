import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { asOperator, type TestService } from '../../harness.ts';
import type { Headers } from '../credentials.ts';

export interface Received {
  id: string | undefined;
  event: string | undefined;
  data: { id?: string; type: string; after?: string; data: { id: string; version: number; [member: string]: unknown } };
}

/** Listens on its own port, once. */
export async function originOf({ app }: TestService): Promise<string> {
  const address = app.server.address() as AddressInfo | null;
  if (address === null) await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A stream as seen by a client that follows only the standard. */
export class Listener {
  readonly events: Received[] = [];
  /** The id of the last block that had one, whether an event or not. */
  lastId: string | undefined;
  retryMs: number | undefined;
  comments = 0;
  ended = false;
  readonly response: http.IncomingMessage;
  #rest = '';

  constructor(response: http.IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const blocks = `${this.#rest}${text}`.split('\n\n');
      this.#rest = blocks.pop() ?? '';
      for (const block of blocks) this.#read(block);
    });
    response.on('close', () => {
      this.ended = true;
    });
    response.on('error', () => {});
  }

  #read(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => line.split(/: ?/u, 1).concat(line.replace(/^[^:]*: ?/u, '')) as [string, string]),
    );
    if (fields.has('')) this.comments += 1;
    this.retryMs = fields.has('retry') ? Number(fields.get('retry')) : this.retryMs;
    this.lastId = fields.get('id') ?? this.lastId;
    const data = fields.get('data');
    if (data !== undefined)
      this.events.push({
        id: fields.get('id'),
        event: fields.get('event'),
        data: JSON.parse(data) as Received['data'],
      });
  }

  get lines(): string[] {
    return this.events.map(({ event, data: { data } }) => `${event} ${data?.id} ${data?.version}`);
  }

  /** Waits for this many events. Any transaction on the same server, even of another test, delays them. */
  async received(count: number): Promise<Received[]> {
    await expect.poll(() => this.events.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
    return this.events;
  }

  close(): void {
    this.response.destroy();
  }
}

export async function ask(
  service: TestService,
  query = '',
  headers: Headers = asOperator,
): Promise<http.IncomingMessage> {
  const origin = await originOf(service);
  return new Promise((resolve, reject) => {
    http
      .get(`${origin}/events${query}`, { headers: { accept: 'text/event-stream', ...headers }, agent: false }, resolve)
      .on('error', reject);
  });
}

export async function listen(service: TestService, query = '', headers: Headers = asOperator): Promise<Listener> {
  const response = await ask(service, query, headers);
  expect(response.statusCode).toBe(200);
  return new Listener(response);
}

import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const RETRY_MS = 100;

export interface ListenerOptions {
  /** Returns the URL to connect to. Called before every attempt. */
  origin: () => string;
  authorization: string;
  query?: string;
  /** Called for every event when it arrives, with the time. */
  onEvent?: (timestamp: string) => void;
}

/** A client of `GET /events` that reconnects after the last id, as browsers do. */
export class EventListener {
  readonly ids: string[] = [];
  /** The id of the object that each event is about. */
  readonly resources: string[] = [];
  gaps = 0;
  /** The number of connections so far. */
  connections = 0;
  lastId = '';
  retryMs = 0;
  readonly #options: ListenerOptions;
  #response: IncomingMessage | undefined;
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Resolves after the first connection, and keeps reconnecting until it is closed. */
  async open(): Promise<this> {
    const first = await this.#connect();
    void this.#stay(first);
    return this;
  }

  /** Breaks the connection as a network failure does. The client reconnects. */
  cut(): void {
    this.#response?.destroy();
  }

  close(): void {
    this.#closed = true;
    this.cut();
  }

  async #stay(first: IncomingMessage): Promise<void> {
    for (let response = first; ; ) {
      await this.#read(response);
      for (;;) {
        if (this.#closed) return;
        try {
          response = await this.#connect();
          break;
        } catch {
          await wait(RETRY_MS);
        }
      }
    }
  }

  #connect(): Promise<IncomingMessage> {
    const { origin, authorization, query = '' } = this.#options;
    const headers = {
      authorization,
      accept: 'text/event-stream',
      ...(this.lastId !== '' && { 'last-event-id': this.lastId }),
    };
    return new Promise((resolve, reject) => {
      get(`${origin()}/events${query}`, { agent, headers }, (response) => {
        if (response.statusCode === 200) {
          this.connections += 1;
          this.#response = response;
          resolve(response);
        } else {
          response.resume();
          reject(new Error(`the stream was rejected with ${response.statusCode}`));
        }
      }).on('error', reject);
    });
  }

  #read(response: IncomingMessage): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    });
    response.on('error', () => {});
    response.on('close', resolve);
    if (this.#closed) response.destroy();
    return promise;
  }

  #take(block: string): void {
    const id = /^id: (.*)$/mu.exec(block)?.[1];
    const retry = /^retry: (.*)$/mu.exec(block)?.[1];
    if (retry !== undefined) this.retryMs = Number(retry);
    this.lastId = id ?? this.lastId;
    if (block.includes('event: gap')) this.gaps += 1;
    const timestamp = /^data: .*"timestamp":"([^"]+)"/mu.exec(block)?.[1];
    if (id === undefined || timestamp === undefined) return;
    this.ids.push(id);
    this.resources.push(/"data":\{"id":"([^"]+)"/u.exec(block)?.[1] ?? '');
    this.#options.onEvent?.(timestamp);
  }
}

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((first, second) => first - second)[Math.ceil(values.length * share) - 1] ?? 0;

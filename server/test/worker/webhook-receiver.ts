import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { atFileEnd } from '../file-end.ts';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** How it handles the next requests. */
  reply: (request: IncomingMessage, response: ServerResponse) => void;
  connections: number;
  close(): Promise<void>;
}

/** A receiver on a local port, which ends with the file. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = request.headers as Record<string, string>;
      receiver.received.push({ path: request.url ?? '', headers, body });
      receiver.reply(request, response);
    });
  });
  server.on('connection', () => {
    receiver.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/`,
    port,
    received: [],
    reply: (_request, response) => response.writeHead(204).end(),
    connections: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  atFileEnd(() => receiver.close());
  return receiver;
}

import { createMcpHandler } from '@modelcontextprotocol/server';
import { Quaestor } from '../../client/src/index.ts';
import { makeMcpServer } from './server.ts';

export interface HttpDoor {
  /** Sends a request of a tool to the API, in the name of the caller. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Who asks, where the protocol does not say. */
  client: string;
}

/** Never used to connect: the API is asked in process. */
const BASE_URL = 'http://quaestor';
const TIMEOUT_MS = 45_000;

/** Replies to one request of the protocol. Nothing is kept in between: any process can reply to the next one. */
export function serveMcp(request: Request, message: object, { fetch, client }: HttpDoor): Promise<Response> {
  // The caller hears at once that the service is full, and decides.
  const quaestor = new Quaestor({
    baseUrl: BASE_URL,
    fetch: (url, init) => fetch(url as string, init ?? {}),
    maxRetries: 0,
    timeoutMs: TIMEOUT_MS,
  });
  const handler = createMcpHandler(() => makeMcpServer({ quaestor, client }), {
    maxSubscriptions: 0, // nothing is sent later, so that no connection stays open
  });
  return handler.fetch(request, { parsedBody: message });
}

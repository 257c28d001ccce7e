import { createMcpHandler } from '@modelcontextprotocol/server';
import { Quaestor } from '../../client/src/index.ts';
import { makeMcpServer } from './server.ts';

export interface HttpDoor {
  /** Sends a tool's request to the API on behalf of the caller. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The name of the program if the protocol does not provide it. */
  client: string;
}

/** Never used to connect, because the API is called in process. */
const BASE_URL = 'http://quaestor';
const TIMEOUT_MS = 45_000;

/** Handles one request of the protocol. It keeps no state, so any process can handle the next one. */
export function serveMcp(request: Request, message: object, { fetch, client }: HttpDoor): Promise<Response> {
  // The caller is told at once that the service is overloaded, and decides what to do.
  const quaestor = new Quaestor({
    baseUrl: BASE_URL,
    fetch: (url, init) => fetch(url as string, init ?? {}),
    maxRetries: 0,
    timeoutMs: TIMEOUT_MS,
  });
  const handler = createMcpHandler(() => makeMcpServer({ quaestor, client }), {
    maxSubscriptions: 0, // nothing is sent later, so no connection stays open
  });
  return handler.fetch(request, { parsedBody: message });
}

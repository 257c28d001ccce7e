import { createMcpHandler } from '@modelcontextprotocol/server';
import { Quaestor } from '../../client/src/index.ts';
import { makeMcpServer } from './server.ts';

export interface HttpDoor {
  /** Sends a tool's request to the API on behalf of the caller. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The name of the program if the protocol does not provide it. */
  client: string;
}

/** This URL is never connected to, because the API is called within the process. */
const BASE_URL = 'http://quaestor';
const TIMEOUT_MS = 45_000;

/** Handles one request of the protocol. It keeps no state, so any process can handle the next one. */
export function serveMcp(request: Request, message: object, { fetch, client }: HttpDoor): Promise<Response> {
  // If the service is overloaded, the caller finds out immediately and decides what to do.
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

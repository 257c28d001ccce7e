import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Quaestor } from '../../client/src/index.ts';
import { makeMcpServer } from './server.ts';

/** Serves the protocol on stdin and stdout until stdin ends. */
export function serveMcpOnStdio(quaestor: Quaestor, onError: (message: string) => void): void {
  serveStdio(() => makeMcpServer({ quaestor, client: 'stdio' }), {
    maxSubscriptions: 0,
    onerror: ({ message }) => onError(message),
  });
}

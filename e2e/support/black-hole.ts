import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';

export interface BlackHole {
  /** The address of the database through the proxy. */
  url: string;
  /**
   * Drops all traffic without closing connections, as when a network route is lost. New connections are still accepted.
   */
  swallow(): void;
  /** Lets new connections through again. The old ones stay silent. */
  restore(): void;
  /** The number of connections that callers keep open. */
  open(): number;
  close(): Promise<void>;
}

/** A proxy in front of a PostgreSQL, which can go silent without closing connections. */
export async function startBlackHole(databaseUrl: string): Promise<BlackHole> {
  const target = new URL(databaseUrl);
  const sockets = new Map<Socket, Socket>();
  let silent = false;
  const server = createServer((caller) => {
    const database = dial(Number(target.port), target.hostname);
    sockets.set(caller, database);
    caller.on('close', () => {
      sockets.delete(caller);
      database.destroy();
    });
    database.on('close', () => {
      if (!silent) caller.destroy();
    });
    for (const socket of [caller, database]) socket.on('error', () => {});
    let swallowed = silent;
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (bytes) => {
        swallowed ||= silent;
        if (!swallowed) to.write(bytes);
      });
    pass(caller, database);
    pass(database, caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    swallow: () => {
      silent = true;
    },
    restore: () => {
      silent = false;
    },
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets.keys()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the service begins to stop, so that no request waits for something that can be asked for again. */
    stopping: AbortSignal;
    /** From here on `/readyz` is 503, and nobody waits any longer for what can be asked for again. All else goes on. */
    announceStop(): void;
  }
}

/**
 * A caller who sends one request after the other has the next one under way when we begin to stop: a connection closed
 * under it is a reset. So an idle connection has this long to send a request, and is told to close with the reply.
 */
const GRACE_MS = 1000;
const LOOK_EVERY_MS = 25;

/** Lets go of connections without cutting a request off, and of all that are left when the time is up. */
export function drainOnClose(app: FastifyInstance, { stopTimeoutMs }: { stopTimeoutMs: number }): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each request that waits
  app.decorate('stopping', stopping.signal);
  app.decorate('announceStop', () => stopping.abort());

  app.addHook('preClose', async () => {
    stopping.abort();
    // No new connection from here on: one made now would be cut before it has said anything. The server's own `close`,
    // which Fastify calls next, closes all silent connections with it. Requests that still come get `Connection: close`
    // from Fastify.
    NetServer.prototype.close.call(app.server);
    for (const socket of sockets) dismiss(socket);
    const deadline = performance.now() + stopTimeoutMs;
    const graceEnds = performance.now() + Math.min(GRACE_MS, stopTimeoutMs);
    while (sockets.size > 0 && performance.now() < graceEnds) await wait(LOOK_EVERY_MS);
    const look = setInterval(() => {
      const isOver = performance.now() >= deadline;
      for (const socket of sockets) if (isOver || replyUnderWay(socket) === undefined) socket.destroy();
    }, LOOK_EVERY_MS);
    app.server.once('close', () => clearInterval(look));
  });
}

function dismiss(socket: Socket): void {
  const reply = replyUnderWay(socket);
  if (reply !== undefined && !reply.headersSent) reply.setHeader('connection', 'close');
}

/** Node keeps it there for every connection; a list of our own would cost something with every request. */
function replyUnderWay(socket: Socket & { _httpMessage?: ServerResponse | null }): ServerResponse | undefined {
  return socket._httpMessage ?? undefined; // oxlint-disable-line no-underscore-dangle -- the name is Node's
}

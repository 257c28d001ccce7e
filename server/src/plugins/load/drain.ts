import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the service begins to stop, so that no request waits for something that can be requested again. */
    stopping: AbortSignal;
    /**
     * From here on `/readyz` is 503, and no request waits for something that can be requested again. Everything else
     * continues.
     */
    announceStop(): void;
  }
}

/**
 * A caller who sends one request after another may have the next one in flight when the service begins to stop: closing
 * the connection then would reset it. So an idle connection has this long to send a request, and the reply tells the
 * caller to close it.
 */
const GRACE_MS = 1000;
const CHECK_EVERY_MS = 25;

/** Closes connections without cutting off requests, and closes all that are left when the time is up. */
export function drainOnClose(app: FastifyInstance, { stopTimeoutMs }: { stopTimeoutMs: number }): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each waiting request
  app.decorate('stopping', stopping.signal);
  app.decorate('announceStop', () => stopping.abort());

  app.addHook('preClose', async () => {
    stopping.abort();
    // Accepts no new connections from here on: they would be cut before they can send anything. The server's own
    // `close`, which Fastify calls next, also closes all silent connections. Later requests get `Connection: close`
    // from Fastify.
    NetServer.prototype.close.call(app.server);
    for (const socket of sockets) dismiss(socket);
    const deadline = performance.now() + stopTimeoutMs;
    const graceEnds = performance.now() + Math.min(GRACE_MS, stopTimeoutMs);
    while (sockets.size > 0 && performance.now() < graceEnds) await wait(CHECK_EVERY_MS);
    const look = setInterval(() => {
      const isOver = performance.now() >= deadline;
      for (const socket of sockets) if (isOver || replyUnderWay(socket) === undefined) socket.destroy();
    }, CHECK_EVERY_MS);
    app.server.once('close', () => clearInterval(look));
  });
}

function dismiss(socket: Socket): void {
  const reply = replyUnderWay(socket);
  if (reply !== undefined && !reply.headersSent) reply.setHeader('connection', 'close');
}

/** Node stores the reply for every connection; maintaining a separate list would add a cost to every request. */
function replyUnderWay(socket: Socket & { _httpMessage?: ServerResponse | null }): ServerResponse | undefined {
  return socket._httpMessage ?? undefined; // oxlint-disable-line no-underscore-dangle -- the name is Node's
}

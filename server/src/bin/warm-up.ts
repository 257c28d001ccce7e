import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { newSecret } from '../access/secrets.ts';
import { markOwnSocket } from '../domain/http/own-requests.ts';
import { collectGarbage } from '../queue/collect-garbage.ts';

const ENOUGH_MS = 1200;
/** A database that hangs must not keep the port closed. */
const MAX_MS = 3000;
/** An unused address of this machine, because bad tokens are counted per network. */
const OWN_ADDRESS = '127.53.0.1';

interface Ask {
  path: string;
  authorization?: string;
  /** Sent as a form. */
  body?: string;
}

const nobody = () => `Bearer ${newSecret('key')}`;
const noClient = () => `Basic ${Buffer.from(`${randomUUID()}:${newSecret('client')}`).toString('base64')}`;

/** Requests that change nothing except the counters of an unused address. */
const requests = (): Ask[] => [
  { path: '/questions?limit=1', authorization: nobody() },
  { path: '/oauth/token', authorization: noClient(), body: 'grant_type=client_credentials' },
];

/**
 * Compiles the schemas of all requests, then requests `/openapi.json` (130 ms the first time) and failing requests,
 * before the port is open. Code that runs for the first time takes up to a hundred times as long: with 1,000 bad tokens
 * a second right after a start, other callers waited 0.4 to 0.7 s, and now 0.05 to 0.2. More kinds of requests would
 * shorten the wait, but V8 keeps code permanently slower that has seen many shapes (a read by id by 8 to 15%; with
 * those of `inject` by 25%). On systems without the address (macOS), it starts cold.
 */
export async function warmUp(app: FastifyInstance): Promise<void> {
  app.compileSchemas();
  // The secret is the host name, so that the headers have the same shape as those of callers.
  const secret = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    if (request.headers.host !== secret) return request.socket.destroy(); // another program has found the port
    markOwnSocket(request.socket);
    return app.routing(request, response);
  });
  server.listen({ host: '127.0.0.1', port: 0, exclusive: true }); // not shared with the other processes of this API
  const agent = new Agent({ keepAlive: true });
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connection = { port, agent, secret, signal: AbortSignal.timeout(MAX_MS) };
    await ask({ path: '/openapi.json' }, connection);
    // V8 has room for 1,536 first keys of objects that begin as `{}`, and keys of dead objects count until a full
    // garbage collection. A start uses them up: then each object of headers has its own shape, and code that reads many
    // shapes stays slow.
    collectGarbage();
    const until = performance.now() + ENOUGH_MS;
    while (performance.now() < until) await Promise.all(requests().map((one) => ask(one, connection)));
  } catch {
    // the first callers may wait a little
  } finally {
    agent.destroy();
    server.close();
  }
}

function ask(
  { path, authorization, body }: Ask,
  { secret, ...connection }: { port: number; agent: Agent; secret: string; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: secret,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    request({ host: '127.0.0.1', localAddress: OWN_ADDRESS, ...connection, path, method, headers }, (reply) =>
      reply.resume().once('close', resolve),
    )
      .once('error', reject)
      .end(body);
  });
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface FlakyProxy {
  origin: string;
  /** The number of times that each fault was injected. */
  faults: Record<Fault, number>;
  stop(): Promise<void>;
}

const FAULTS = ['dropped', 'lost', 'half', 'late', 'limited', 'unavailable'] as const;
type Fault = (typeof FAULTS)[number];

/** A proxy that drops the request or the reply, or responds with 429, for a share of all requests. */
export async function startFlakyProxy(target: string, share: number, random: () => number): Promise<FlakyProxy> {
  const faults = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const server = createServer((incoming, outgoing) => {
    const fault = random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
    if (fault !== undefined) faults[fault] += 1;
    void serve(target, incoming, outgoing, fault).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    faults,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function serve(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const sent = await bytesOf(incoming);
  if (fault === 'dropped') return void outgoing.destroy();
  if (fault === 'limited' || fault === 'unavailable') {
    outgoing.writeHead(fault === 'limited' ? 429 : 503, { 'retry-after': '0' }).end('not now');
    return;
  }
  const { method, url, headers } = incoming;
  const forwarded = request(`${target}${url}`, { method, headers: { ...headers, host: new URL(target).host } });
  forwarded.end(sent);
  const [reply] = (await once(forwarded, 'response')) as [IncomingMessage];
  const body = await bytesOf(reply);
  if (fault === 'lost') return void outgoing.destroy();
  if (fault === 'late') await wait(300);
  const { 'transfer-encoding': _chunked, ...replied } = reply.headers;
  outgoing.writeHead(reply.statusCode ?? 502, { ...replied, 'content-length': String(body.length) });
  if (fault !== 'half') return void outgoing.end(body);
  outgoing.write(body.subarray(0, body.length / 2));
  await wait(20);
  outgoing.destroy();
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

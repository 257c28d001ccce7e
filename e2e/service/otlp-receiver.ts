import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: Record<string, unknown>;
  /** The role of the process that sent it. */
  resource: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'resource'> & { attributes: Attribute[] })[] }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Accepts OTLP over HTTP as JSON, as a collector does. */
export async function startOtlpReceiver(port = 0) {
  const spans: ReceivedSpan[] = [];
  const paths = new Set<string>();
  const take = async (request: IncomingMessage): Promise<void> => {
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
    for (const { resource, scopeSpans } of sent.resourceSpans)
      for (const scope of scopeSpans)
        for (const span of scope.spans)
          spans.push({ ...span, attributes: valuesOf(span.attributes), resource: valuesOf(resource.attributes) });
  };
  const server = createServer((request, reply) => {
    take(request).then(
      () => reply.setHeader('content-type', 'application/json').end('{}'),
      () => reply.writeHead(400).end(),
    );
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    /** Waits for the first span that matches. */
    until: async (fits: (span: ReceivedSpan) => boolean, withinMs = 20_000): Promise<ReceivedSpan> => {
      for (const giveUpAt = Date.now() + withinMs; ; await wait(50)) {
        const found = spans.find(fits);
        if (found !== undefined) return found;
        if (Date.now() > giveUpAt) throw new Error(`only ${spans.map(({ name }) => name).join(', ')}`);
      }
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

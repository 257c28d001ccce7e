import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A process with `STREAMS` clients of `GET /events` of `SERVICE`. A client that is disconnected reconnects with its last
 * id. `/count` returns how many events all clients have received, how many connections they made, and how many are open.
 */
const { SERVICE = '', TOKEN = '', STREAMS = '1' } = process.env;
const EVENT = Buffer.from('\ndata: ');
const RETRY_MS = 500;
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const counts = { events: 0, connections: 0, open: 0 };

function connect(lastId: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${TOKEN}`, accept: 'text/event-stream', 'last-event-id': lastId };
  return new Promise((resolve, reject) => {
    get(`${SERVICE}/events?types=question.updated`, { agent, headers }, (response) => {
      if (response.statusCode === 200) return resolve(response);
      response.resume();
      reject(new Error(`rejected with ${response.statusCode}`));
    }).on('error', reject);
  });
}

/** Counts events without parsing them, because the clients must not be the bottleneck. Returns the last id. */
async function read(response: IncomingMessage, before: string): Promise<string> {
  let lastId = before;
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      const text = Buffer.concat([tail, chunk]);
      for (let at = text.indexOf(EVENT); at >= 0; at = text.indexOf(EVENT, at + EVENT.length)) counts.events += 1;
      const end = text.lastIndexOf('\n\n');
      const start = text.lastIndexOf('id: ', end);
      if (start >= 0 && end > start) lastId = text.subarray(start + 4, text.indexOf('\n', start)).toString();
      tail = text.subarray(Math.max(end + 1, text.length - EVENT.length + 1));
    }
  } catch {
    // disconnected; `follow` reconnects
  }
  return lastId;
}

async function follow(): Promise<void> {
  for (let lastId = ''; ; ) {
    const response = await connect(lastId).catch(() => undefined);
    if (response === undefined) {
      await wait(RETRY_MS);
      continue;
    }
    counts.connections += 1;
    counts.open += 1;
    lastId = await read(response, lastId);
    counts.open -= 1;
  }
}

for (let stream = 0; stream < Number(STREAMS); stream += 1) void follow();
createServer((_request, response) => response.end(JSON.stringify(counts))).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
);

import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Runs in a separate thread, so that creating and sending 10 MiB does not block the measured loop. */
export interface Order {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

const { url, method, headers, body } = workerData as Order;
const bytes = Buffer.from(body);

request(
  url,
  { method, headers: { 'content-type': 'application/json', ...headers, 'content-length': bytes.length } },
  (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      parentPort?.postMessage({ status: response.statusCode, body: Buffer.concat(chunks).toString() }),
    );
  },
).end(bytes);

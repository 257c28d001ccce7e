import { appendFileSync, createWriteStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A receiver in its own process, which tests can kill. It writes each message to the file `RECEIVED` before it responds
 * with 204. One message in `FAILS_EVERY` fails before that, each time in the next of several ways. The failures file
 * has one byte per failure, so that the next receiver continues with the next way.
 */
const received = process.env['RECEIVED'] ?? '';
const failsEvery = Number(process.env['FAILS_EVERY'] ?? 0);
const log = createWriteStream(received, { flags: 'a' });
const failuresFile = `${received}.failures`;

const WAYS: ((request: IncomingMessage, response: ServerResponse, write: (done: () => void) => void) => void)[] = [
  ({ socket }, _response, write) => write(() => socket.resetAndDestroy()), // the message arrived, but the sender cannot know
  ({ socket }) => socket.resetAndDestroy(),
  (_request, response) => response.writeHead(500).end('broken'),
  (_request, response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  ({ socket }) => socket.end('no HTTP at all'),
  (_request, response) => response.writeHead(503, { 'retry-after': '0' }).write('slow'),
  (_request, response) => setTimeout(() => response.destroy(), 500),
];
let messages = 0;
let failures = existsSync(failuresFile) ? statSync(failuresFile).size : 0;

createServer((request, response) => {
  void text(request).then(
    (body) => {
      const line = { at: Date.now(), path: request.url, headers: request.headers, body };
      const write = (done: () => void) => log.write(`${JSON.stringify(line)}\n`, done);
      if (request.url === '/hole') return;
      if (request.url === '/gone') return void response.writeHead(410).end();
      messages += 1;
      if (failsEvery > 0 && messages % failsEvery === 0) {
        appendFileSync(failuresFile, '.');
        WAYS[failures % WAYS.length]?.(request, response, write);
        failures += 1;
        return;
      }
      write(() => response.writeHead(204).end());
    },
    () => {},
  );
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));

import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A receiver as a process of its own, to be killed. Writes down each message before it responds 204: `RECEIVED` is its file. Before
 * that it fails in every way there is, `FAILURES` of a hundred times.
 */
const failures = Number(process.env['FAILURES'] ?? 0);
const log = createWriteStream(process.env['RECEIVED'] ?? '', { flags: 'a' });

createServer((request, response) => {
  void text(request).then(
    (body) => {
      const chance = Math.random() * 100;
      const line = { at: Date.now(), path: request.url, headers: request.headers, body };
      const write = (done: () => void) => log.write(`${JSON.stringify(line)}\n`, done);
      const way = Math.floor((chance / failures) * 8);
      if (request.url === '/hole') return;
      if (request.url === '/gone') return void response.writeHead(410).end();
      if (chance < failures) {
        if (way === 0) request.socket.resetAndDestroy();
        if (way === 1) response.writeHead(500).end('broken');
        if (way === 2) response.writeHead(429, { 'retry-after': '1' }).end();
        if (way === 3) response.writeHead(302, { location: '/elsewhere' }).end();
        if (way === 4) request.socket.end('no HTTP at all');
        if (way === 5) response.writeHead(503, { 'retry-after': '0' }).write('slow');
        if (way === 6) setTimeout(() => response.destroy(), 500);
        if (way === 7) write(() => request.socket.resetAndDestroy()); // it has the message, and nobody knows
        return;
      }
      write(() => response.writeHead(204).end());
    },
    () => {},
  );
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));

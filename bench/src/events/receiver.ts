import { createServer } from 'node:http';

/** A webhook receiver in its own process. It accepts every message, and `/count` returns the number of messages. */
let received = 0;

createServer((request, response) => {
  if (request.method === 'GET') return void response.end(String(received));
  request.resume().on('end', () => {
    received += 1;
    response.writeHead(204).end();
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

import { createServer } from 'node:http';

/** A receiver of webhooks as a process of its own: takes every message, and says at `/count` how many it has taken. */
let taken = 0;

createServer((request, response) => {
  if (request.method === 'GET') return void response.end(String(taken));
  request.resume().on('end', () => {
    taken += 1;
    response.writeHead(204).end();
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

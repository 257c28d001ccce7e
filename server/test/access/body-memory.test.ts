import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { ARRAY_LIMIT_BYTES } from '../../src/plugins/json/body.ts';
import { startTestService } from '../harness.ts';
import { keyWith } from './credentials.ts';

const MEMORY_MB = 48;
const service = await startTestService({ ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true', BODY_MEMORY_MB: String(MEMORY_MB) });
const origin = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Announces a body of 10 MiB and sends none of it; returns the status of a reply that comes nevertheless. */
async function announce(token: string): Promise<{ socket: Socket; reply: Promise<string> }> {
  const socket = connect(Number(origin.port), '127.0.0.1');
  sockets.push(socket);
  const reply = new Promise<string>((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString()));
    socket.once('close', () => resolve(''));
  });
  socket.write(
    `POST /questions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${ARRAY_LIMIT_BYTES}\r\n\r\n`,
  );
  return { socket, reply };
}

it('accepts large bodies only while there is memory for them, a quarter of it for one caller', async () => {
  const keys = await Promise.all(Array.from({ length: 40 }, () => keyWith(service, ['questions:write'])));
  const first = keys[0]?.token ?? '';
  const kept = await announce(first);
  const second = await announce(first);
  expect(await second.reply).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 1[\s\S]*concurrency_limited/iu);
  const others = await Promise.all(keys.slice(1).map(({ token }) => announce(token)));
  const rejected = others.slice(Math.floor((MEMORY_MB * 1024 * 1024) / ARRAY_LIMIT_BYTES) - 1);
  for (const { reply } of rejected) expect(await reply).toMatch(/^HTTP\/1.1 503 [\s\S]*overloaded/u);
  for (const { socket } of [kept, ...others]) socket.destroy();
  await Promise.all(others.map(({ reply }) => reply));
  await expect
    .poll(async () => {
      const again = await announce(first);
      return Promise.race([
        again.reply.then(() => 'rejected'),
        new Promise((taken) => setTimeout(taken, 200, 'taken')),
      ]);
    })
    .toBe('taken');
});

import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectRawProblem, listen, parseReply, talk } from './raw-http.ts';

/** Rejections by Node's HTTP parser, which only a test on a socket can reach. */

describe('400', async () => {
  const { service, port } = await listen();

  it.each([
    ['something that is not HTTP', 'garbage\r\n\r\n'],
    ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n'],
    ['two different lengths', 'POST /draws HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'both a length and chunks',
      'POST /draws HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('rejects %s', async (_name, text) => {
    const problem = await expectRawProblem(service, await talk(port, text), 'validation_error');
    expect(problem.detail).toContain('not valid HTTP');
  });

  it('does not affect the next caller', async () => {
    await talk(port, 'garbage\r\n\r\n');
    const reply = await talk(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
  });
});

describe('431', async () => {
  const { service, port } = await listen();

  it('rejects headers over 64 KiB', async () => {
    const text = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Filler: ${'f'.repeat(65 * 1024)}\r\n\r\n`;
    await expectRawProblem(service, await talk(port, text), 'headers_too_large');
  });

  it('rejects an address over 64 KiB', async () => {
    const text = `GET /questions?ids=${'f'.repeat(65 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    await expectRawProblem(service, await talk(port, text), 'headers_too_large');
  });

  it.each([201, 2000])('rejects %i headers', async (count) => {
    const headers = Array.from({ length: count }, (_, index) => `x${index}: 1\r\n`).join('');
    const text = `GET /healthz HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
    await expectRawProblem(service, await talk(port, text), 'headers_too_large');
  });

  it('accepts a thousand ids in one address', async () => {
    const ids = Array.from({ length: 1000 }, () => service.deps.newId()).join(',');
    const reply = await talk(port, `GET /questions?ids=${ids} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
  });
});

describe('408', async () => {
  const { service, port } = await listen({ REQUEST_TIMEOUT_MS: '100' });

  it.each([
    ['headers that do not end', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
    [
      'a body that does not end',
      'POST /draws HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('responds to %s within the time limit', async (_name, text) => {
    await expectRawProblem(service, await talk(port, text), 'request_timeout');
  });
});

describe('connections', () => {
  it('are limited by MAX_CONNECTIONS; of ten times that number the rest are closed at once', async () => {
    const { port } = await listen({ MAX_CONNECTIONS: '20' });
    const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
    const outcomes = await Promise.all(sockets.map(askOnce));
    for (const socket of sockets) socket.destroy();
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(180);
    await expect
      .poll(
        async () =>
          parseReply(await talk(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).status,
      )
      .toBe(200);
  });

  it('reply in order to a thousand requests sent at once', async () => {
    const { port } = await listen();
    const requests = Array.from(
      { length: 1000 },
      (_, index) => `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: n${index}\r\n`,
    );
    const text = `${requests.join('\r\n')}Connection: close\r\n\r\n`;
    const ids = [...(await talk(port, text)).matchAll(/x-request-id: n(\d+)/gu)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });
});

function askOnce(socket: Socket): Promise<number | 'closed'> {
  return new Promise((resolve) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.on('data', (part) => resolve(parseReply(part.toString()).status));
    socket.on('error', () => resolve('closed')).on('close', () => resolve('closed'));
  });
}

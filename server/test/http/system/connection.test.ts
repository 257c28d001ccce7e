import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorCode } from '../../../src/errors.ts';
import { startTestService, type TestService } from '../../harness.ts';
import type { ProblemBody } from '../common.ts';

/** What Node's HTTP parser refuses before there is a request: tested on a socket, since nothing else reaches it. */

async function listen(environment: Record<string, string> = {}): Promise<{ service: TestService; port: number }> {
  const service = await startTestService(environment);
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  return { service, port: Number(new URL(address).port) };
}

/** Sends the text and reads until the service closes the connection. */
function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Closed while we were still writing: what has arrived counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

async function expectRawProblem(service: TestService, answer: string, code: ErrorCode): Promise<ProblemBody> {
  const { status, title } = catalogue[code];
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')));
  expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, 'u'));
  const problem = JSON.parse(body) as ProblemBody;
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'api-version': '1.0.0',
    'x-request-id': problem.request_id,
    connection: 'close',
  });
  expect(problem).toMatchObject({ type: `/problems/${code}`, title, status, code, errors: [] });
  expect((await service.request({ url: problem.type })).json()).toMatchObject({ code, status });
  return problem;
}

describe('400', async () => {
  const { service, port } = await listen();

  it.each([
    ['what is not HTTP', 'garbage\r\n\r\n'],
    ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n'],
    ['two different lengths', 'POST /draws HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'both a length and chunks',
      'POST /draws HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('is the answer to %s', async (_name, text) => {
    const problem = await expectRawProblem(service, await talk(port, text), 'validation_error');
    expect(problem.detail).toContain('not valid HTTP');
  });

  it('leaves the service as it was for the next caller', async () => {
    await talk(port, 'garbage\r\n\r\n');
    const answer = await talk(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
  });
});

describe('431', async () => {
  const { service, port } = await listen();

  it('is the answer to headers over 64 KiB', async () => {
    const text = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Filler: ${'f'.repeat(65 * 1024)}\r\n\r\n`;
    await expectRawProblem(service, await talk(port, text), 'headers_too_large');
  });

  it('is the answer to an address over 64 KiB', async () => {
    const text = `GET /questions?ids=${'f'.repeat(65 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    await expectRawProblem(service, await talk(port, text), 'headers_too_large');
  });

  it('is not the answer to a thousand ids in one address', async () => {
    const ids = Array.from({ length: 1000 }, () => service.deps.newId()).join(',');
    const answer = await talk(port, `GET /questions?ids=${ids} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
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
  ])('is the answer to %s within the time limit', async (_name, text) => {
    await expectRawProblem(service, await talk(port, text), 'request_timeout');
  });
});

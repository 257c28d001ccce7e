import { connect } from 'node:net';
import { expect } from 'vitest';
import { catalogue, type ErrorCode } from '../../../src/errors.ts';
import { startTestService, type TestService } from '../../harness.ts';
import type { ProblemBody } from '../common.ts';

/** Sends requests as bytes on a socket, for cases that no client can produce. */

export async function listen(
  environment: Record<string, string> = {},
): Promise<{ service: TestService; port: number }> {
  const service = await startTestService(environment);
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  return { service, port: Number(new URL(address).port) };
}

/** Sends the text and reads until the service closes the connection. */
export function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let reply = '';
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      reply += part;
    });
    socket.on('close', () => resolve(reply));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The service closed while we were still writing; keep the data that has arrived.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

export interface RawReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Parses the first reply in the text. */
export function parseReply(text: string): RawReply {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ') as [string, string]));
  return { status: Number(/^HTTP\/1\.1 (\d+) /u.exec(first)?.[1]), headers, body };
}

/** Expects a rejection that Node sends before there is a request. */
export async function expectRawProblem(service: TestService, reply: string, code: ErrorCode): Promise<ProblemBody> {
  const { status, title } = catalogue[code];
  const { status: given, headers, body } = parseReply(reply);
  expect(given, reply.slice(0, 500)).toBe(status);
  const problem = JSON.parse(body) as ProblemBody;
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'api-version': '0.1.0',
    'x-request-id': problem.request_id,
    connection: 'close',
  });
  expect(problem).toMatchObject({ title, status, code });
  expect(problem.type).toMatch(new RegExp(`/problems/${code}$`, 'u'));
  const { pathname } = new URL(problem.type, 'http://localhost');
  expect((await service.request({ url: pathname })).json()).toMatchObject({ code, status });
  return problem;
}

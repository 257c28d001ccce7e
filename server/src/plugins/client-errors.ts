import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { catalogue, type ErrorCode } from '../errors.ts';
import { API_VERSION } from '../version.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** What Node's HTTP parser refuses never becomes a request: the problem is written straight to the socket. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = CODES[error.code ?? ''];
  const code = known ?? 'validation_error';
  const { status, title, cause } = catalogue[code];
  const request_id = randomUUID();
  const body = JSON.stringify({
    type: `/problems/${code}`,
    title,
    status,
    detail: known === undefined ? 'The request is not valid HTTP: its first line or a header is malformed.' : cause,
    instance: '/',
    code,
    request_id,
    errors: [],
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `API-Version: ${API_VERSION}`,
    `X-Request-Id: ${request_id}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

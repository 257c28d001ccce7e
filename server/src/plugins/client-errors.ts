import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { catalogue, type ErrorCode } from '../errors.ts';

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
  const code = CODES[error.code ?? ''];
  const { status, title, cause } = code === undefined ? MALFORMED : catalogue[code];
  const body = JSON.stringify({
    type: code === undefined ? 'about:blank' : `/problems/${code}`,
    title,
    status,
    detail: cause,
    instance: '/',
    code: code ?? 'validation_error',
    request_id: randomUUID(),
    errors: [],
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const MALFORMED = {
  status: 400,
  title: 'The request is not valid HTTP',
  cause: 'The request line or a header is malformed.',
};

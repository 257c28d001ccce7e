import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../../config/version.ts';
import { catalogue, type ErrorCode } from '../../errors.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Requests that Node's HTTP parser rejects never reach Fastify: the problem is written directly to the socket. */
export function replyToClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODES[error.code ?? ''];
  if (code !== undefined) endWithProblem(socket, code, catalogue[code].cause);
  else
    endWithProblem(
      socket,
      'validation_error',
      'The request is not valid HTTP: its first line or a header is malformed.',
    );
}

/** CONNECT requests a tunnel and arrives as a bare socket. Without a listener, Node closes it without a response. */
export function rejectConnect(app: FastifyInstance): void {
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    endWithProblem(socket, 'method_not_allowed', 'This is not a proxy.', [
      'Allow: GET, HEAD, POST, PUT, PATCH, DELETE',
    ]);
  });
}

function endWithProblem(socket: Duplex, code: ErrorCode, detail: string, headers: readonly string[] = []): void {
  const { status, title } = catalogue[code];
  const request_id = randomUUID();
  const body = JSON.stringify({
    type: `/problems/${code}`,
    title,
    status,
    detail,
    instance: '/',
    code,
    request_id,
    errors: [],
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `API-Version: ${VERSION}`,
    `X-Request-Id: ${request_id}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

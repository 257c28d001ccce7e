import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { MAX_QUERY_PARAMETERS } from '../../../src/plugins/http/rewrite-request.ts';
import { startTestService } from '../../harness.ts';
import { expectProblem, type ProblemBody } from '../common.ts';
import { expectRawProblem, listen, parseReply, talk } from './raw-http.ts';

/** Requests that Node's parser accepts but no client sends. None of them may cause a 5xx or hang. */

const { service, port } = await listen();
const REST = 'Host: x\r\nConnection: close\r\n';
const ask = async (text: string) => parseReply(await talk(port, text));

function expectProblemText(reply: { status: number; body: string }, status: number, code: string): ProblemBody {
  expect(reply.status, reply.body).toBe(status);
  const problem = JSON.parse(reply.body) as ProblemBody;
  expect(problem).toMatchObject({ status, code });
  return problem;
}

describe('a header that is a list', () => {
  it.each(['accept', 'accept-encoding', 'accept-language', 'if-match', 'if-none-match', 'prefer'])(
    'is read up to 4,096 characters: %s',
    async (header) => {
      const list = (length: number) => `${header}: ${'*/*,'.repeat(length / 4 - 1)}*/* \r\n`;
      const longest = await ask(`GET /healthz HTTP/1.1\r\n${REST}${list(4096)}\r\n`);
      expect(longest.status, longest.body).toBe(200);
      const tooLong = await ask(`GET /healthz HTTP/1.1\r\n${REST}${list(40_960)}\r\n`);
      const { errors } = expectProblemText(tooLong, 400, 'validation_error');
      expect(errors).toMatchObject([{ code: 'too_long', header }]);
    },
  );
});

describe('a method', () => {
  const others = METHODS.filter((method) => !['GET', 'HEAD', 'POST', 'CONNECT'].includes(method));

  it.each(others)('gets 405 with the supported methods if the path does not support it: %s', async (method) => {
    const reply = await ask(`${method} /questions HTTP/1.1\r\n${REST}\r\n`);
    const { detail } = expectProblemText(reply, 405, 'method_not_allowed');
    expect(reply.headers['allow']).toBe('get, head, post');
    expect(detail).toContain(`does not support ${method}.`);
  });

  it.each(others)('gets 404 for an unknown path: %s', async (method) => {
    expectProblemText(await ask(`${method} /nothing HTTP/1.1\r\n${REST}\r\n`), 404, 'route_not_found');
  });

  it.each(['example.com:443', '/questions'])('is rejected if it is CONNECT: %s', async (target) => {
    const text = await talk(port, `CONNECT ${target} HTTP/1.1\r\nHost: example.com\r\n\r\n`);
    await expectRawProblem(service, text, 'method_not_allowed');
    expect(parseReply(text).headers['allow']).toContain('get');
  });
});

describe('a header', () => {
  it.each([
    ['two Host headers', 'Host: a\r\nHost: b\r\n', 'Host'],
    ['two Host headers that agree', 'Host: a\r\nhOST: a\r\n', 'hOST'],
    ['no Host header', '', 'Host'],
    ['two tokens', 'Host: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n', 'Authorization'],
    ['two media types', 'Host: x\r\nContent-Type: text/plain\r\nContent-Type: application/json\r\n', 'Content-Type'],
    ['an unknown expectation', 'Host: x\r\nExpect: tea\r\n', 'Expect'],
    ['an unsupported transfer coding', 'Host: x\r\nTransfer-Encoding: gzip, chunked\r\n', 'Transfer-Encoding'],
  ])('is rejected: %s', async (_name, headers, header) => {
    const body = headers.includes('chunked') ? '0\r\n\r\n' : '';
    const text = await talk(port, `GET /healthz HTTP/1.1\r\n${headers}\r\n${body}`);
    const { errors } = await expectRawProblem(service, text, 'validation_error');
    expect(errors).toMatchObject([{ header }]);
  });

  it.each([
    ['chunks in HTTP/1.0', 'POST /draws HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n'],
    ['HTTP/1.2', `GET /healthz HTTP/1.2\r\n${REST}\r\n`],
    ['HTTP/2 without negotiation', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [
      'a chunked coding that is not the last',
      `POST /draws HTTP/1.1\r\n${REST}Transfer-Encoding: chunked, identity\r\n\r\n`,
    ],
    ['a length that is not a number', `POST /draws HTTP/1.1\r\n${REST}Content-Length: +2\r\n\r\n{}`],
    ['a length given twice', `POST /draws HTTP/1.1\r\n${REST}Content-Length: 2, 2\r\n\r\n{}`],
    ['a length beyond any number', `POST /draws HTTP/1.1\r\n${REST}Content-Length: ${'9'.repeat(30)}\r\n\r\n{}`],
    ['a folded header', `GET /healthz HTTP/1.1\r\n${REST}X: a\r\n b\r\n\r\n`],
    ['a space before the colon', `GET /healthz HTTP/1.1\r\n${REST}X : a\r\n\r\n`],
    ['line feeds alone', 'GET /healthz HTTP/1.1\nHost: x\nConnection: close\n\n'],
    ['a NUL', `GET /healthz HTTP/1.1\r\n${REST}X: a\u0000b\r\n\r\n`],
    [
      'malformed chunks',
      `POST /draws HTTP/1.1\r\n${REST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('is rejected: %s', async (_name, text) => {
    await expectRawProblem(service, await talk(port, text), 'validation_error');
  });

  it.each([
    ['HTTP/1.0 without Host', 'GET /healthz HTTP/1.0\r\n\r\n'],
    [
      'an unsupported upgrade',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    ],
    ['the whole address', `GET http://x/healthz HTTP/1.1\r\n${REST}\r\n`],
    ['the whole address with a version', `GET HTTP://x:80/v1/healthz HTTP/1.1\r\n${REST}\r\n`],
    ['an empty body', `GET /healthz HTTP/1.1\r\n${REST}Content-Length: 0\r\n\r\n`],
  ])('is accepted: %s', async (_name, text) => {
    expect((await ask(text)).status).toBe(200);
  });
});

describe('a path', () => {
  it.each(
    [
      '/docs/static/%2e%2e/package.json',
      '/docs/static/%2e%2e%2fpackage.json',
      '/docs/static/../../package.json',
      '/docs/static/%00',
      '/docs/static/.git',
      '/docs/static/',
      `/docs/static/${'a'.repeat(5000)}`,
      '/docs/%2e%2e',
      '//healthz',
      '*',
      '/healthz;a=b',
      `/questions${'/a'.repeat(30_000)}`,
      `/${'a'.repeat(60_000)}`,
      '/'.repeat(60_000),
    ].map((path) => [path.slice(0, 60), path] as const),
  )('gets 404 if it does not exist: %s', async (_start, path) => {
    expectProblemText(await ask(`GET ${path} HTTP/1.1\r\n${REST}\r\n`), 404, 'route_not_found');
  });

  it('may be omitted from an absolute address, which then means the root', async () => {
    const reply = await ask(`GET http://x HTTP/1.1\r\n${REST}\r\n`);
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('"name":"Quaestor"') as string });
  });

  it('may not be `*` for OPTIONS, which gets 404', async () => {
    expectProblemText(await ask(`OPTIONS * HTTP/1.1\r\n${REST}\r\n`), 404, 'route_not_found');
  });

  it('of a file gets 412 or 400 if its preconditions fail', async () => {
    const file = (header: string) => ask(`GET /docs/static/swagger-ui.css HTTP/1.1\r\n${REST}${header}\r\n\r\n`);
    expectProblemText(await file('If-Match: "none"'), 412, 'precondition_failed');
    expectProblemText(await file('Range: bytes=999999999-'), 400, 'validation_error');
  });
});

describe('query parameters', () => {
  it.each([MAX_QUERY_PARAMETERS + 1, 10 * MAX_QUERY_PARAMETERS])('are rejected if there are %i', async (count) => {
    const other = await startTestService();
    const reply = await other.request({ url: `/questions?${'a&'.repeat(count - 1)}` });
    expect(expectProblem(reply, 400, 'validation_error').detail).toContain(String(MAX_QUERY_PARAMETERS));
  });

  it('can be a thousand ids and more', async () => {
    const ids = Array.from({ length: 1000 }, () => `ids=${service.deps.newId()}`).join('&');
    expect((await ask(`GET /questions?${ids}&limit=1 HTTP/1.1\r\n${REST}\r\n`)).status).toBe(200);
  });
});

import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../cpu-ms.ts';
import { draft, startTestService } from '../../harness.ts';
import { expectProblem } from '../common.ts';

const service = await startTestService();
const [question] = await service.create(draft());
const committed = await readFile(new URL('../../../../openapi.json', import.meta.url), 'utf8');

/** Violations in a request to an existing route. */
const UNREAD: [string, Pick<InjectOptions, 'headers' | 'payload' | 'query'>][] = [
  ['a question', { payload: draft() }],
  ['text', { headers: { 'content-type': 'text/plain' }, payload: 'x' }],
  ['no type', { headers: { 'content-type': 'nonsense' }, payload: 'x' }],
  ['broken JSON', { headers: { 'content-type': 'application/json' }, payload: '{' }],
  ['an encoded body', { headers: { 'content-encoding': 'gzip' }, payload: { filler: 1 } }],
  ['a body that is too large', { payload: { filler: 'x'.repeat(100_000) } }],
  ['another Accept', { headers: { accept: 'text/html' }, payload: {} }],
  ['a query', { query: { surprise: '1' } }],
  ['too many parameters', { query: { surprise: Array.from({ length: 2001 }, () => '1') } }],
];

describe('an unknown path', () => {
  it.each([
    ['/question', '/questions'],
    ['/v1/questoins', '/questions'],
    ['/categorys?x=1', '/categories'],
    ['/helthz', '/healthz'],
  ])('gets 404 with the nearest one: %s', async (url, nearest) => {
    const problem = expectProblem(await service.request({ url }), 404, 'route_not_found');
    expect(problem.detail).toContain(`Did you mean \`${nearest}\`?`);
    expect(problem.instance).toBe(url.split('?')[0]);
  });

  it.each(['/v2/questions/x/y/z', '/nothing/of/the/kind', '/v1/v1/questions'])('gets 404 for %s', async (url) => {
    expectProblem(await service.request({ url }), 404, 'route_not_found');
  });

  it.each([
    ['/api/questions', '/questions'],
    ['/api/v1/questions', '/questions'],
    ['/v2/categories', '/categories'],
    ['/question/7', '/questions/7'],
    ['/questions/7/version', '/questions/7/versions'],
    ['/draw/7/next', '/draws/7/next'],
    ['/Questions', '/questions'],
  ])('gets 404 with an address that can be used directly: %s', async (url, nearest) => {
    const problem = expectProblem(await service.request({ url }), 404, 'route_not_found');
    expect(problem.detail).toContain(`Did you mean \`${nearest}\`?`);
  });

  it('gets 404 at once, however long it is', async () => {
    const started = cpuMs();
    const problem = expectProblem(await service.request({ url: `/a/${'x/'.repeat(30_000)}` }), 404, 'route_not_found');
    expect(cpuMs() - started).toBeLessThan(500);
    expect(problem.detail.length).toBeLessThan(300);
  });

  it.each(UNREAD)('gets 404 before the request is validated: %s', async (_name, change) => {
    expectProblem(await service.request({ method: 'POST', url: '/question', ...change }), 404, 'route_not_found');
  });

  it.each(['/questions/%zz', '/v1/questions/%', '/questions/%E0%A4%A'])(
    'gets 404 if its escapes are broken: %s',
    async (url) => {
      const reply = await service.request({ url, headers: { 'x-request-id': 'broken' } });
      expect(expectProblem(reply, 404, 'route_not_found').instance).toBe(url);
      expect(reply.headers).toMatchObject({ 'api-version': '0.1.0', 'x-content-type-options': 'nosniff' });
    },
  );

  it('gets 414 if a segment is too long to be an id', async () => {
    const reply = await service.request({ url: `/questions/${'x'.repeat(401)}` });
    expectProblem(reply, 414, 'uri_too_long');
    expect(reply.headers['api-version']).toBe('0.1.0');
    expectProblem(await service.request({ url: `/questions/${'x'.repeat(400)}` }), 404, 'question_not_found');
  });
});

describe('a method that the path does not support', () => {
  it.each([
    ['DELETE', '/questions', 'GET, HEAD, POST'],
    ['PUT', '/v1/questions', 'GET, HEAD, POST'],
    ['POST', '/questions/some-id', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['POST', '/v1/questions/some-id', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['GET', '/questions/some-id/restore', 'POST'],
    ['GET', '/draws', 'POST'],
    ['DELETE', '/draws/some-id?x=1', 'GET, HEAD'],
    ['PUT', '/categories/', 'GET, HEAD, POST'],
    ['OPTIONS', '/healthz', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['POST', '/questions/facets', 'GET, HEAD'],
    ['POST', '/v1/questions/random', 'GET, HEAD'],
  ] as const)('gets 405 with the supported methods: %s %s', async (method, url, allow) => {
    const reply = await service.request({ method, url });
    const problem = expectProblem(reply, 405, 'method_not_allowed');
    expect(reply.headers['allow']).toBe(allow);
    expect(problem.detail).toContain(allow);
  });

  it.each(UNREAD)('gets 405 before the request is validated: %s', async (_name, change) => {
    expectProblem(await service.request({ method: 'PATCH', url: '/questions', ...change }), 405, 'method_not_allowed');
  });

  it.each([
    ['PUT', '/questions', 'PUT /questions/{id}'],
    ['DELETE', '/v1/questions/', 'DELETE /questions/{id}'],
    ['DELETE', '/tokens', 'DELETE /tokens/{id}'],
  ] as const)('gets 405 with the path below that takes it: %s %s', async (method, url, meant) => {
    const problem = expectProblem(await service.request({ method, url }), 405, 'method_not_allowed');
    expect(problem.detail).toContain(`Or did you mean \`${meant}\`?`);
  });
});

describe('a body on GET', () => {
  it.each(['GET', 'HEAD'] as const)('is rejected on %s, because it would be ignored', async (method) => {
    const reply = await service.request({ method, url: '/questions', payload: { category: 'Science' } });
    expect(reply.statusCode).toBe(400);
    if (method === 'GET') expect(expectProblem(reply, 400, 'validation_error').detail).toContain('GET takes no body');
  });

  it('is also rejected if chunked', async () => {
    const reply = await service.request({ url: '/questions', headers: { 'transfer-encoding': 'chunked' } });
    expectProblem(reply, 400, 'validation_error');
  });

  it('is ignored if empty, whatever its type', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    expect((await service.request({ url: '/questions', headers })).statusCode).toBe(200);
  });
});

describe('addresses', () => {
  it.each(['/categories/', '/v1/categories', '/v1/categories/'])('serves %s as /categories', async (url) => {
    expect((await service.request({ url })).json()).toEqual((await service.request({ url: '/categories' })).json());
  });

  it('responds to HEAD as to GET, without a body', async () => {
    const url = `/questions/${question?.id}`;
    const [got, head] = [await service.request({ url }), await service.request({ method: 'HEAD', url })];
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'api-version']) {
      expect(head.headers[name]).toBe(got.headers[name]);
    }
    const absent = await service.request({ method: 'HEAD', url: '/questions/unknown' });
    expect({ status: absent.statusCode, body: absent.body }).toEqual({ status: 404, body: '' });
  });
});

describe('X-Request-Id', () => {
  it.each(['my-id.1', 'a', 'trace:1_2-3', 'x'.repeat(128)])('is echoed when well-formed: %s', async (id) => {
    const reply = await service.request({ url: '/healthz', headers: { 'x-request-id': id } });
    expect(reply.headers['x-request-id']).toBe(id);
  });

  it.each(['', 'with space', 'x'.repeat(129), 'ümlaut', '<script>', '{"a":1}'])(
    'is replaced when not: %s',
    async (id) => {
      const reply = await service.request({ url: '/questions/unknown', headers: { 'x-request-id': id } });
      expect(reply.headers['x-request-id']).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u);
      expectProblem(reply, 404, 'question_not_found');
    },
  );

  it('is unique if the caller gives none', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => service.request({ url: '/healthz' })));
    expect(new Set(replies.map((reply) => reply.headers['x-request-id'])).size).toBe(3);
  });
});

describe('standard headers', () => {
  it.each(['/questions', '/questions/unknown', '/nothing', '/questions/%zz', '/openapi.json', '/metrics'])(
    'are on the response to %s',
    async (url) => {
      const { headers } = await service.request({ url });
      expect(headers).toMatchObject({
        'api-version': (JSON.parse(committed) as { info: { version: string } }).info.version,
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    },
  );

  it('include HSTS only if the service is reached by https', async () => {
    const secure = await startTestService({ PUBLIC_URL: 'https://bank.example/' });
    for (const url of ['/healthz', '/nothing', '/questions/%zz']) {
      const { headers } = await secure.request({ url });
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
    const plain = await startTestService({ PUBLIC_URL: 'http://bank.example' });
    expect((await plain.request({ url: '/healthz' })).headers).not.toHaveProperty('strict-transport-security');
  });

  it('trust X-Forwarded-Proto only from a configured proxy', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const proxied = await startTestService({ TRUST_PROXY: 'true' });
    const reply = await proxied.request({ url: '/healthz', headers });
    expect(reply.headers).toHaveProperty('strict-transport-security');
    expect((await service.request({ url: '/healthz', headers })).headers).not.toHaveProperty(
      'strict-transport-security',
    );
  });
});

describe('CORS', () => {
  const origin = 'https://app.example';

  it('is off by default', async () => {
    const reply = await service.request({ url: '/categories', headers: { origin } });
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const preflight = await service.request({
      method: 'OPTIONS',
      url: '/questions',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expectProblem(preflight, 405, 'method_not_allowed');
  });

  it('names the setting in the response to a page of another origin, and once in the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const closed = await startTestService({}, log);
    for (let time = 0; time < 3; time += 1) {
      const preflight = await closed.request({
        method: 'OPTIONS',
        url: '/questions',
        headers: { origin, 'access-control-request-method': 'POST' },
        payload: 'unread',
      });
      const problem = expectProblem(preflight, 405, 'method_not_allowed');
      expect(problem.detail).toContain(`CORS_ORIGINS=${origin}`);
      expect(preflight.headers['allow']).toBe('GET, HEAD, POST');
    }
    expect(lines.filter((line) => line.includes('CORS_ORIGINS'))).toHaveLength(1);
    expect(lines.join('')).toContain(origin);
  });

  describe('with CORS_ORIGINS', async () => {
    const open = await startTestService({ CORS_ORIGINS: `${origin}, https://other.example` });

    it('lets pages of listed origins read the response and its headers', async () => {
      for (const listed of [origin, 'https://other.example']) {
        const { headers } = await open.request({ url: '/categories', headers: { origin: listed } });
        expect(headers['access-control-allow-origin']).toBe(listed);
        expect(headers['vary']).toMatch(/\borigin\b/iu);
        expect(String(headers['access-control-expose-headers']).split(', ')).toEqual(
          expect.arrayContaining(['ETag', 'Location', 'Link', 'Retry-After', 'X-Request-Id']),
        );
      }
    });

    it.each(['/', '/events', '/analysis/types'])('includes Origin in the Vary header of %s', async (url) => {
      const { headers } = await open.request({ url, headers: { origin } });
      const fields = String(headers['vary']).toLowerCase().split(/, ?/u);
      expect(fields).toContain('origin');
      if (url !== '/analysis/types') expect(fields).toContain('accept');
    });

    it('rejects other origins', async () => {
      for (const foreign of ['https://evil.example', 'http://app.example', 'https://app.example.evil', 'null']) {
        const { headers } = await open.request({ url: '/categories', headers: { origin: foreign } });
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    });

    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('allows %s from a listed origin', async (method) => {
      const reply = await open.request({
        method: 'OPTIONS',
        url: `/v1/questions/${question?.id}`,
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type, if-match, idempotency-key',
        },
      });
      expect(reply.statusCode).toBe(204);
      expect(reply.headers['access-control-allow-origin']).toBe(origin);
      expect(String(reply.headers['access-control-allow-methods']).split(/, ?/u)).toContain(method);
      expect(reply.headers['access-control-allow-headers']).toContain('if-match');
    });

    it('does not create paths', async () => {
      const problem = expectProblem(await open.request({ url: '/question' }), 404, 'route_not_found');
      expect(problem.detail).toContain('Did you mean `/questions`?');
      const rejected = await open.request({ method: 'DELETE', url: '/questions' });
      expect(rejected.headers['allow']).toBe('GET, HEAD, POST');
    });
  });
});

describe('compression', async () => {
  const sized = await startTestService();
  const ofSize = async (bytes: number) => {
    const [short] = await sized.create(draft({ explanation: 'x' }));
    const explanation = 'x'.repeat(bytes - JSON.stringify(short).length + 1);
    return (await sized.create(draft({ explanation })))[0];
  };
  const small = await ofSize(1023);
  const large = await ofSize(1024);

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('packs responses from 1 KiB on by %s', async (encoding, unpack) => {
    const reply = await sized.request({
      url: `/questions/${large?.id}`,
      headers: { 'accept-encoding': encoding },
    });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers['vary']).toMatch(/accept-encoding/iu);
    expect(JSON.parse(unpack(reply.rawPayload).toString())).toEqual(large);
    expect(reply.headers.etag).toBe('"1"');
  });

  it('does not compress short responses', async () => {
    const reply = await sized.request({
      url: `/questions/${small?.id}`,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(reply.headers).not.toHaveProperty('content-encoding');
    expect(reply.json()).toEqual(small);
  });

  it.each([undefined, 'identity', 'gzip;q=0', 'zstd'])(
    'does not compress responses for Accept-Encoding %s',
    async (accepted) => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const reply = await sized.request({ url: `/questions/${large?.id}`, headers });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).not.toHaveProperty('content-encoding');
      expect(reply.json()).toEqual(large);
    },
  );
});

describe('self-description', () => {
  it.each(['/openapi.json', '/v1/openapi.json'])('serves the committed openapi.json at %s', async (url) => {
    const reply = await service.request({ url });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.body).toBe(JSON.stringify(JSON.parse(committed)));
  });

  it('serves a complete interactive reference at /docs', async () => {
    const reply = await service.request({ url: '/docs' });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/html/u);
    const parts = [...reply.body.matchAll(/(?:src|href)="([^"]+)"/gu)].map((match) => String(match[1]));
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect((await service.request({ url: part })).statusCode).toBe(200);
  });

  it('lets the reference load only from the service, with and without TLS', async () => {
    for (const url of ['/docs', '/docs/static/index.html', '/docs/static/swagger-ui.css']) {
      const policy = String((await service.request({ url })).headers['content-security-policy']);
      const rules = policy.split('; ').map((rule) => rule.split(' '));
      const sources = rules.flatMap(([, ...values]) => values);
      expect(sources.filter((source) => !["'self'", "'none'", 'data:'].includes(source))).toEqual([]);
      for (const kind of ['script', 'style', 'connect']) expect(rules).toContainEqual([`${kind}-src`, "'self'"]);
      expect(rules).toContainEqual(['default-src', "'none'"]);
      expect(policy).not.toContain('upgrade-insecure-requests');
    }
  });

  it.each([
    ['400', '/questions?surprise=1'],
    ['404', '/questions/unknown'],
    ['404', '/nothing'],
    ['404', '/questions/%zz'],
    ['414', `/questions/${'x'.repeat(401)}`],
  ])('has a page for the type of every problem: %s %s', async (status, url) => {
    const { type, code, title } = (await service.request({ url })).json<{
      type: string;
      code: string;
      title: string;
    }>();
    expect(type).toMatch(/^http:\/\/localhost/u);
    const explained = await service.request({ url: new URL(type).pathname });
    expect(explained.json()).toMatchObject({ code, title, status: Number(status) });
  });

  it('uses the public address in problem types if configured', async () => {
    const open = await startTestService({ PUBLIC_URL: 'https://bank.example/' });
    const reply = await open.request({ url: '/questions/unknown', headers: { host: 'evil.example' } });
    expect(reply.json()).toMatchObject({ type: 'https://bank.example/problems/question_not_found' });
  });
});

import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import { expectProblem } from '../common.ts';

const service = await startTestService();
const [question] = await service.create(draft());
const committed = await readFile(new URL('../../../../openapi.json', import.meta.url), 'utf8');

describe('an unknown path', () => {
  it.each([
    ['/question', '/questions'],
    ['/v1/questoins', '/questions'],
    ['/categorys?x=1', '/categories'],
    ['/helthz', '/healthz'],
  ])('is answered 404 with the nearest one: %s', async (url, nearest) => {
    const problem = expectProblem(await service.request({ url }), 404, 'route_not_found');
    expect(problem.detail).toContain(`Did you mean "${nearest}"?`);
    expect(problem.instance).toBe(url.split('?')[0]);
  });

  it.each(['/', '/v1', '/v2/questions/x/y/z', '/nothing/of/the/kind', '/v1/v1/questions'])(
    'is answered 404 for %s',
    async (url) => {
      expectProblem(await service.request({ url }), 404, 'route_not_found');
    },
  );

  it('is answered 404 before its body is looked at', async () => {
    const answer = await service.request({
      method: 'POST',
      url: '/nothing',
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    });
    expectProblem(answer, 404, 'route_not_found');
  });

  it.each(['/questions/%zz', '/v1/questions/%', '/questions/%E0%A4%A'])(
    'is answered 404 where its escapes are broken: %s',
    async (url) => {
      const answer = await service.request({ url, headers: { 'x-request-id': 'broken' } });
      expect(expectProblem(answer, 404, 'route_not_found').instance).toBe(url);
      expect(answer.headers).toMatchObject({ 'api-version': '1.0.0', 'x-content-type-options': 'nosniff' });
    },
  );

  it('is answered 414 where a part is too long to be an id', async () => {
    const answer = await service.request({ url: `/questions/${'x'.repeat(257)}` });
    expectProblem(answer, 414, 'uri_too_long');
    expect(answer.headers['api-version']).toBe('1.0.0');
    expectProblem(await service.request({ url: `/questions/${'x'.repeat(256)}` }), 404, 'question_not_found');
  });
});

describe('a method the path does not take', () => {
  it.each([
    ['DELETE', '/questions', 'GET, HEAD, POST'],
    ['PUT', '/v1/questions', 'GET, HEAD, POST'],
    ['POST', '/questions/some-id', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['POST', '/v1/questions/some-id', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['GET', '/questions/some-id/restore', 'POST'],
    ['GET', '/draws', 'POST'],
    ['DELETE', '/draws/some-id?x=1', 'GET, HEAD'],
    ['POST', '/categories/', 'GET, HEAD'],
    ['OPTIONS', '/healthz', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ] as const)('is answered 405 and told what it takes: %s %s', async (method, url, allow) => {
    const answer = await service.request({ method, url });
    const problem = expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers['allow']).toBe(allow);
    expect(problem.detail).toContain(allow);
  });
});

describe('addresses', () => {
  it.each(['/categories/', '/v1/categories', '/v1/categories/'])('serves %s as /categories', async (url) => {
    expect((await service.request({ url })).json()).toEqual((await service.request({ url: '/categories' })).json());
  });

  it('answers HEAD as GET, without a body', async () => {
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
    const answer = await service.request({ url: '/healthz', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toBe(id);
  });

  it.each(['', 'with space', 'x'.repeat(129), 'ümlaut', '<script>', '{"a":1}'])(
    'is replaced when not: %s',
    async (id) => {
      const answer = await service.request({ url: '/questions/unknown', headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u);
      expectProblem(answer, 404, 'question_not_found');
    },
  );

  it('differs from request to request when the caller gives none', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => service.request({ url: '/healthz' })));
    expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(3);
  });
});

describe('standard headers', () => {
  it.each(['/questions', '/questions/unknown', '/nothing', '/questions/%zz', '/openapi.json', '/metrics'])(
    'are on the answer to %s',
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

  it('demand TLS for the future where the service is reached by https, and there only', async () => {
    const secure = await startTestService({ PUBLIC_URL: 'https://bank.example/' });
    for (const url of ['/healthz', '/nothing', '/questions/%zz']) {
      const { headers } = await secure.request({ url });
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
    const plain = await startTestService({ PUBLIC_URL: 'http://bank.example' });
    expect((await plain.request({ url: '/healthz' })).headers).not.toHaveProperty('strict-transport-security');
  });

  it('believe X-Forwarded-Proto only of a proxy that the operator trusts', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const behind = await startTestService({ TRUST_PROXY: 'true' });
    const told = await behind.request({ url: '/healthz', headers });
    expect(told.headers).toHaveProperty('strict-transport-security');
    expect((await service.request({ url: '/healthz', headers })).headers).not.toHaveProperty(
      'strict-transport-security',
    );
  });
});

describe('CORS', () => {
  const origin = 'https://app.example';

  it('is off by default', async () => {
    const answer = await service.request({ url: '/categories', headers: { origin } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const preflight = await service.request({
      method: 'OPTIONS',
      url: '/questions',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expectProblem(preflight, 405, 'method_not_allowed');
  });

  describe('with CORS_ORIGINS', async () => {
    const open = await startTestService({ CORS_ORIGINS: `${origin}, https://other.example` });

    it('lets pages of listed origins read the answer and its headers', async () => {
      for (const listed of [origin, 'https://other.example']) {
        const { headers } = await open.request({ url: '/categories', headers: { origin: listed } });
        expect(headers['access-control-allow-origin']).toBe(listed);
        expect(headers['vary']).toMatch(/\borigin\b/iu);
        expect(String(headers['access-control-expose-headers']).split(', ')).toEqual(
          expect.arrayContaining(['ETag', 'Location', 'Link', 'Retry-After', 'X-Request-Id']),
        );
      }
    });

    it('lets no other origin in', async () => {
      for (const foreign of ['https://evil.example', 'http://app.example', 'https://app.example.evil', 'null']) {
        const { headers } = await open.request({ url: '/categories', headers: { origin: foreign } });
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    });

    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('lets a listed page send %s', async (method) => {
      const answer = await open.request({
        method: 'OPTIONS',
        url: `/v1/questions/${question?.id}`,
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type, if-match, idempotency-key',
        },
      });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(String(answer.headers['access-control-allow-methods']).split(/, ?/u)).toContain(method);
      expect(answer.headers['access-control-allow-headers']).toContain('if-match');
    });

    it('makes no path exist that did not', async () => {
      const problem = expectProblem(await open.request({ url: '/question' }), 404, 'route_not_found');
      expect(problem.detail).toContain('Did you mean "/questions"?');
      const refused = await open.request({ method: 'DELETE', url: '/questions' });
      expect(refused.headers['allow']).toBe('GET, HEAD, POST');
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
  ] as const)('packs answers from 1 KiB on by %s', async (encoding, unpack) => {
    const answer = await sized.request({
      url: `/questions/${large?.id}`,
      headers: { 'accept-encoding': encoding },
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['vary']).toMatch(/accept-encoding/iu);
    expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(large);
    expect(answer.headers.etag).toBe('"1"');
  });

  it('leaves short answers as they are', async () => {
    const answer = await sized.request({
      url: `/questions/${small?.id}`,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.json()).toEqual(small);
  });

  it.each([undefined, 'identity', 'gzip;q=0', 'zstd'])(
    'leaves answers as they are for Accept-Encoding %s',
    async (accepted) => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const answer = await sized.request({ url: `/questions/${large?.id}`, headers });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).not.toHaveProperty('content-encoding');
      expect(answer.json()).toEqual(large);
    },
  );
});

describe('self-description', () => {
  it.each(['/openapi.json', '/v1/openapi.json'])('serves the committed openapi.json at %s', async (url) => {
    const answer = await service.request({ url });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toBe(committed);
  });

  it('serves an interactive reference at /docs whose parts are all there', async () => {
    const answer = await service.request({ url: '/docs' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/u);
    const parts = [...answer.body.matchAll(/(?:src|href)="([^"]+)"/gu)].map((match) => String(match[1]));
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect((await service.request({ url: part })).statusCode).toBe(200);
  });

  it('lets the reference load its own scripts, with and without TLS', async () => {
    const policy = (await service.request({ url: '/docs' })).headers['content-security-policy'];
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it.each([
    ['400', '/questions?surprise=1'],
    ['404', '/questions/unknown'],
    ['404', '/nothing'],
    ['404', '/questions/%zz'],
    ['414', `/questions/${'x'.repeat(300)}`],
  ])('has a page behind the type of every problem: %s %s', async (status, url) => {
    const { type, code, title } = (await service.request({ url })).json<{
      type: string;
      code: string;
      title: string;
    }>();
    expect(type).toMatch(/^http:\/\/localhost/u);
    const explained = await service.request({ url: new URL(type).pathname });
    expect(explained.json()).toMatchObject({ code, title, status: Number(status) });
  });

  it('names the problem under the public address where there is one', async () => {
    const open = await startTestService({ PUBLIC_URL: 'https://bank.example/' });
    const answer = await open.request({ url: '/questions/unknown', headers: { host: 'evil.example' } });
    expect(answer.json()).toMatchObject({ type: 'https://bank.example/problems/question_not_found' });
  });
});

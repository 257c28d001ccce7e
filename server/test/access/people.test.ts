import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../../src/access/secrets.ts';
import { ROLE_SCOPES, ROLES } from '../../src/domain/people/role.ts';
import { draft, startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer, createKey } from '../http/credentials.ts';
import { cookieOf, ownOrigin, plantLink, plantPerson, sendLink, signIn } from '../http/people.ts';
import { type ExampleRequest, exampleRequests } from './example-requests.ts';

/** What hostile pages, links and cookies can achieve against people who are signed in. */
const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const guarded = exampleRequests().filter(({ open }) => !open);

describe.each(ROLES)('a session of the role %s', (role) => {
  const scopes = ROLE_SCOPES[role];
  const mayCall = ({ anyOf }: ExampleRequest) => anyOf.length === 0 || anyOf.some((scope) => scopes.includes(scope));

  it('is admitted exactly where the role has the scope', async () => {
    const wrong: string[] = [];
    const { personId, headers: first } = await signIn(service, role);
    let headers = first;
    for (const operation of guarded) {
      const { id, method, url, payload } = operation;
      const { statusCode } = await service.request({ method, url, headers, payload } as InjectOptions);
      const isLetIn = statusCode !== 401 && statusCode !== 403;
      if (isLetIn !== mayCall(operation) || statusCode >= 500) wrong.push(`${id}: ${statusCode}`);
      if (id === 'deleteSession') ({ headers } = await signIn(service, role, personId));
    }
    expect(wrong).toEqual([]);
  });
});

describe('a page of another site', () => {
  const from = [
    ['another origin', { origin: 'https://evil.example' }],
    ['a frame without one', { origin: 'null' }],
    ['another site, as browsers say', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of the site', { origin: 'http://evil.localhost', 'sec-fetch-site': 'same-site' }],
    ['nowhere, as old browsers say', {}],
  ] as const;
  const bodies = [
    ['a form', 'application/x-www-form-urlencoded', 'name=x'],
    ['a form of text that reads as JSON', 'text/plain', JSON.stringify(draft())],
    ['a fetch of JSON', 'application/json', JSON.stringify(draft())],
  ] as const;
  const all = from.flatMap(([where, headers]) =>
    bodies.map(([what, type, body]) => ({ where, headers, what, type, body })),
  );

  it.each(all)('changes nothing by $what from $where', async ({ headers, type, body }) => {
    const { headers: own } = await signIn(service, 'administrator');
    const { origin: _own, ...cookie } = own;
    for (const url of ['/questions', '/people', '/tokens', '/session']) {
      const sent = { ...cookie, ...headers, 'content-type': type };
      const reply = await service.request({ method: 'POST', url, headers: sent, payload: body });
      expectProblem(reply, 403, 'cross_origin_write');
    }
    const { rows } = await service.deps.db.reads.query('select from questions');
    expect(rows).toEqual([]);
  });

  it('has no effect with any GET, such as that of an image', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const state = async () => {
      const { rows } = await service.deps.db.reads.query<{ state: string }>(
        `select concat((select count(*) from questions), ' ', (select count(*) from tokens), ' ',
                       (select count(*) from people), ' ', (select count(*) from sessions), ' ',
                       (select count(*) from sign_in_links), ' ', (select count(*) from webhooks), ' ',
                       (select count(*) from analyses), ' ', (select count(*) from events), ' ',
                       (select count(*) from audit_log)) as state`,
      );
      return rows[0]?.state;
    };
    const before = await state();
    for (const { url } of guarded.filter((operation) => operation.method === 'GET')) {
      const real = url.startsWith('/people/') ? url.replace(/[\da-f-]{36}/u, personId) : url;
      await service.request({ method: 'GET', url: real, headers });
    }
    expect(await state()).toBe(before);
  });

  it('cannot read the response, whatever origins may send tokens', async () => {
    const origin = 'https://quiz.example';
    const shared = await startTestService({ ANONYMOUS_SCOPES: '', CORS_ORIGINS: origin });
    const { headers } = await signIn(shared, 'editor');
    const read = await shared.request({ url: '/questions', headers: { ...headers, origin } });
    expect(read.headers['access-control-allow-credentials']).toBeUndefined();
    const write = { method: 'POST', url: '/questions', headers: { ...headers, origin }, payload: draft() } as const;
    expectProblem(await shared.request(write), 403, 'cross_origin_write');
    await shared.end();
  });
});

describe('a page of our own', () => {
  it.each([
    ['reports the same origin', { 'sec-fetch-site': 'same-origin' }],
    ['sends its origin', ownOrigin],
    [
      'sends both, behind a proxy with another name',
      { origin: 'https://quiz.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('may write when its browser %s', async (_how, headers) => {
    const { headers: own } = await signIn(service, 'editor');
    const isSecure = headers.origin?.startsWith('https:') === true;
    const cookie = { cookie: `${isSecure ? '__Host-' : ''}${own['cookie']}` };
    const category = { name: `Own ${Math.random()}` };
    const sent = { ...cookie, ...headers };
    const reply = await service.request({ method: 'POST', url: '/categories', headers: sent, payload: category });
    expect(reply.statusCode, reply.body).toBe(201);
  });
});

describe('a cookie', () => {
  it('that was set before the sign-in is never the session after it', async () => {
    const planted = `quaestor=${newSecret('session')}`;
    const link = await plantLink(service, await plantPerson(service, 'editor'));
    const reply = await sendLink(service, link, { ...ownOrigin, cookie: planted });
    expect(reply.statusCode).toBe(201);
    expect(cookieOf(reply)).not.toBe(planted);
    expectProblem(await service.request({ url: '/questions', headers: { cookie: planted } }), 401, 'session_ended');
  });

  it('of an attacker’s own session ends when its browser signs in', async () => {
    const attacker = await signIn(service, 'viewer');
    const link = await plantLink(service, await plantPerson(service, 'editor'));
    const reply = await sendLink(service, link, attacker.headers);
    expect(cookieOf(reply)).not.toBe(attacker.headers['cookie']);
    expectProblem(await service.request({ url: '/session', headers: attacker.headers }), 401, 'session_ended');
  });

  it('is ignored together with another of the same name', async () => {
    const [one, two] = [await signIn(service, 'viewer'), await signIn(service, 'viewer')];
    const cookie = `${one.headers['cookie']}; ${two.headers['cookie']}`;
    expectProblem(await service.request({ url: '/session', headers: { cookie } }), 401, 'session_ended');
  });

  it('without the prefix is ignored over TLS, as another site could have set it', async () => {
    const secure = await startTestService({ ANONYMOUS_SCOPES: '', PUBLIC_URL: 'https://quiz.example' });
    const link = await plantLink(secure, await plantPerson(secure, 'viewer'));
    const cookie = cookieOf(await sendLink(secure, link));
    expect((await secure.request({ url: '/session', headers: { cookie } })).statusCode).toBe(200);
    const plain = cookie.replace('__Host-', '');
    expectProblem(
      await secure.request({ url: '/session', headers: { cookie: plain } }),
      401,
      'authentication_required',
    );
    await secure.end();
  });

  it('is not a token, and a token is not a cookie', async () => {
    const { headers } = await signIn(service, 'viewer');
    const secret = String(headers['cookie']).split('=')[1] ?? '';
    await service.request({ url: '/session', headers });
    expectProblem(await service.request({ url: '/questions', headers: bearer(secret) }), 401, 'invalid_token');
    const { token } = await createKey(service);
    const reply = await service.request({ url: '/questions', headers: { cookie: `quaestor=${token}` } });
    expectProblem(reply, 401, 'session_ended');
  });

  it('that is wrong is charged to its network, and never to people who are signed in there', async () => {
    const limited = await startTestService({ ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true', TOKEN_FAILURES: '3' });
    const { headers } = await signIn(limited, 'viewer');
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const cookie = `quaestor=${newSecret('session')}`;
      statuses.push((await limited.request({ url: '/questions', headers: { cookie } })).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await limited.request({ url: '/questions', headers })).statusCode).toBe(200);
    await limited.end();
  });
});

describe('a sign-in', () => {
  it('never redirects', async () => {
    const link = await plantLink(service, await plantPerson(service, 'viewer'));
    const reply = await service.request({
      method: 'POST',
      url: '/session',
      payload: { link: `https://evil.example/#${link}` },
    });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers.location).toBeUndefined();
    for (const query of ['return_to', 'redirect', 'next']) {
      const url = `/session?${query}=https://evil.example`;
      expectProblem(await service.request({ method: 'POST', url, payload: { link } }), 400, 'unknown_parameter');
    }
  });

  it('only works in one browser', async () => {
    const link = await plantLink(service, await plantPerson(service, 'viewer'));
    expect((await sendLink(service, link, { 'user-agent': 'one' })).statusCode).toBe(201);
    expectProblem(await sendLink(service, link, { 'user-agent': 'another' }), 401, 'sign_in_failed');
  });
});

describe('a page', () => {
  it.each(['/', '/problems/session_ended', '/docs'])('cannot be framed by others: %s', async (url) => {
    const reply = await service.request({ url, headers: { accept: 'text/html' } });
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.headers['content-security-policy']).toMatch(/frame-ancestors '(?:none|self)'/u);
  });
});

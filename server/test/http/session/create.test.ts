import { describe, expect, it } from 'vitest';
import { newSecret } from '../../../src/access/secrets.ts';
import { ROLE_SCOPES } from '../../../src/domain/people/role.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { auditOf, expectNowhereStored, secondsAfter, TIMESTAMP, UUID_V7 } from '../credentials.ts';
import { type CurrentSession, cookieOf, ownOrigin, plantLink, plantPerson, sendLink, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const request = { method: 'POST', url: '/session', payload: { link: newSecret('link') } } as const;

describe('201', () => {
  it('signs in the person of the link', async () => {
    const id = await plantPerson(service, 'editor', 'Grace');
    const reply = await sendLink(service, await plantLink(service, id), { 'user-agent': 'a browser' });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    const session = reply.json<CurrentSession>();
    expect(session).toEqual({
      id: expect.stringMatching(UUID_V7),
      way: 'link',
      user_agent: 'a browser',
      created_at: expect.stringMatching(TIMESTAMP),
      last_used_at: session.created_at,
      expires_at: secondsAfter(session.created_at, 7 * 24 * 3600).toISOString(),
      idle_expires_at: secondsAfter(session.created_at, 12 * 3600).toISOString(),
      current: true,
      principal: `person:${id}`,
      person: { id, name: 'Grace', email: null, role: 'editor' },
      scopes: ROLE_SCOPES.editor,
      reauthenticate_after: secondsAfter(session.created_at, 15 * 60).toISOString(),
    });
    expect(await getBody(service, '/session', { cookie: cookieOf(reply) })).toEqual(session);
  });

  it('also accepts the whole link', async () => {
    const secret = await plantLink(service, await plantPerson(service, 'viewer'));
    expect((await sendLink(service, `https://quiz.example/sign-in#${secret}`)).statusCode).toBe(201);
  });

  it('hides the cookie from scripts and from other sites', async () => {
    const secret = await plantLink(service, await plantPerson(service, 'viewer'));
    const reply = await sendLink(service, secret);
    expect(reply.headers['set-cookie']).toMatch(
      /^quaestor=qss_\w{36}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/u,
    );
  });

  it('restricts the cookie to TLS if the service uses it', async () => {
    const secure = await startTestService({ PUBLIC_URL: 'https://quiz.example' });
    const reply = await sendLink(secure, await plantLink(secure, await plantPerson(secure, 'viewer')));
    expect(reply.headers['set-cookie']).toMatch(/^__Host-quaestor=qss_\w+; Path=\/; .*; Secure$/u);
    await secure.end();
    const overTls = { origin: 'https://quiz.example', 'sec-fetch-site': 'same-origin' };
    const overHttps = await sendLink(service, await plantLink(service, await plantPerson(service, 'viewer')), overTls);
    expect(overHttps.headers['set-cookie']).toMatch(/^__Host-quaestor=.*; Secure$/u);
    expect((await service.request({ url: '/session', headers: { cookie: cookieOf(overHttps) } })).statusCode).toBe(200);
  });

  it('ends the previous session of the browser', async () => {
    const { personId, headers, session } = await signIn(service, 'viewer');
    const again = await sendLink(service, await plantLink(service, personId), headers);
    expect(again.statusCode).toBe(201);
    expectProblem(await service.request({ url: '/session', headers }), 401, 'session_ended');
    expect(await auditOf(service, `session:${session.id}`)).toMatchObject([
      { action: 'session.opened', actor: `person:${personId}`, details: { way: 'link' } },
      { action: 'session.ended', actor: `person:${personId}`, details: { reason: 'signed in again' } },
    ]);
  });

  it('stores neither the link nor the secret of the cookie', async () => {
    const link = await plantLink(service, await plantPerson(service, 'viewer'));
    const reply = await sendLink(service, link);
    const { rows } = await service.deps.db.reads.query<{ text: string }>(
      'select row_to_json(session)::text as text from sessions session',
    );
    const secret = cookieOf(reply).split('=')[1] ?? '';
    expect(rows.map(({ text }) => text).join()).not.toContain(secret);
    await expectNowhereStored(service, [link, secret]);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([{}, { link: '' }, { link: 7 }, { link: 'x'.repeat(501) }, { link: 'x', password: 'y' }])(
    'rejects %j',
    async (payload) => {
      expect((await service.request({ ...request, payload })).statusCode).toBe(400);
    },
  );
});

describe('401', () => {
  it('signs in only once', async () => {
    const link = await plantLink(service, await plantPerson(service, 'viewer'));
    const replies = await Promise.all(Array.from({ length: 8 }, () => sendLink(service, link)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(401)]);
    expectProblem(await sendLink(service, link), 401, 'sign_in_failed');
  });

  it('replies alike for used, expired, replaced and unknown links', async () => {
    const person = await plantPerson(service, 'viewer');
    const replaced = await plantLink(service, person);
    const used = await plantLink(service, person);
    await sendLink(service, used);
    const expired = await plantLink(service, person);
    await service.deps.db.writes.query(
      `update sign_in_links set expires_at = now() - interval '1 second' where person_id = $1`,
      [person],
    );
    const removed = await plantLink(service, await plantPerson(service, 'viewer', 'Gone'));
    await service.deps.db.writes.query(`update people set removed_at = now() where name = 'Gone'`);
    const links = [replaced, used, expired, removed, newSecret('link'), 'nonsense', newSecret('key')];
    const problems = new Set<string>();
    for (const link of links) {
      const reply = await sendLink(service, link);
      const { request_id: _id, ...problem } = expectProblem(reply, 401, 'sign_in_failed');
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer realm=/u);
      problems.add(JSON.stringify(problem));
    }
    expect(problems.size).toBe(1);
  });

  it('is recorded in the audit log, without the link', async () => {
    await sendLink(service, newSecret('link'));
    const reply = await service.request({ url: '/audit-log?action=login.failed', headers: asOperator });
    expect(reply.json()).toMatchObject({ data: [{ actor: 'anonymous', target: null }] });
    expect(reply.body).not.toContain('qsl_');
  });
});

describe('403', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { ...ownOrigin, 'sec-fetch-site': 'same-site' }],
  ])('rejects a sign-in from %s', async (_name, headers) => {
    const link = await plantLink(service, await plantPerson(service, 'viewer'));
    expectProblem(await sendLink(service, link, headers), 403, 'cross_origin_write');
    expect((await sendLink(service, link, ownOrigin)).statusCode).toBe(201);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('429', () => {
  it('rejects callers who try many links, though a valid one still works', async () => {
    const limited = await startTestService({
      RATE_LIMIT: 'true',
      LOGIN_FAILURES_ADDRESS: '3',
      LIMIT_POINTS_ANONYMOUS: '1000',
    });
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await sendLink(limited, newSecret('link'))).statusCode);
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    const link = await plantLink(limited, await plantPerson(limited, 'viewer'));
    expect((await sendLink(limited, link)).statusCode).toBe(201);
    await limited.end();
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'sign_in_links');
});

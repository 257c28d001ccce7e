import { describe, expect, it } from 'vitest';
import { userHandleOf } from '../../../src/domain/passkeys/passkey.ts';
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
import { auditOf } from '../credentials.ts';
import { Authenticator, type Mistake } from '../passkeys/authenticator.ts';
import { beginSignIn, cookiesOf, usePasskey, withPasskey } from '../passkeys/steps.ts';
import { ownOrigin, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { person, authenticator, passkeyId } = await withPasskey(service);
const other = await withPasskey(service);
const url = '/session/passkey';
const junk = new Authenticator().get({ challenge: 'AAAA', rpId: 'localhost' }, { userHandle: 'AAAA' });
const request = { method: 'POST', url, headers: ownOrigin, payload: junk } as const;

describe('201', () => {
  it('signs in the owner of the passkey', async () => {
    const reply = await usePasskey(service, authenticator);
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json()).toMatchObject({ way: 'passkey', person: { id: person.personId, role: 'editor' } });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['set-cookie']).toContainEqual(expect.stringMatching(/^quaestor-attempt=; .*Max-Age=0/u));
    const cookie = cookiesOf(reply);
    expect(cookie).toMatch(/^quaestor=qss_\w+$/u);
    expect(await getBody(service, '/session', { cookie })).toEqual(reply.json());
    const { data } = await getBody<{ data: { last_used_at: string }[] }>(service, '/passkeys', { cookie });
    expect(data[0]?.last_used_at).toMatch(/Z$/u);
  });

  it('accepts an authenticator without a counter', async () => {
    const { authenticator: uncounting } = await withPasskey(service);
    for (let times = 0; times < 2; times += 1)
      expect((await usePasskey(service, uncounting, { counter: 0 })).statusCode).toBe(201);
  });

  it('ends the previous session of the browser', async () => {
    const before = await signIn(service, 'viewer');
    const { options, headers } = await beginSignIn(service, before.headers);
    const reply = await service.request({ method: 'POST', url, headers, payload: authenticator.get(options) });
    expect(reply.statusCode).toBe(201);
    expectProblem(await service.request({ url: '/session', headers: before.headers }), 401, 'session_ended');
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([{}, { ...junk, id: 'a b' }, { ...junk, type: 'password' }, { ...junk, response: {} }])(
    'rejects %j',
    async (payload) => {
      expect((await service.request({ ...request, payload })).statusCode).toBe(400);
    },
  );

  it('rejects a used challenge in any browser', async () => {
    const { options, headers } = await beginSignIn(service);
    const payload = authenticator.get(options);
    expect((await service.request({ method: 'POST', url, headers, payload })).statusCode).toBe(201);
    expectProblem(await service.request({ method: 'POST', url, headers, payload }), 400, 'sign_in_expired');
    const further = authenticator.get(options);
    expectProblem(await service.request({ method: 'POST', url, headers, payload: further }), 400, 'sign_in_expired');
  });

  it('accepts one of several identical simultaneous requests', async () => {
    const { options, headers } = await beginSignIn(service);
    const payload = authenticator.get(options);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => service.request({ method: 'POST', url, headers, payload })),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(400)]);
  });

  it('rejects a challenge older than 5 minutes', async () => {
    const { options, headers } = await beginSignIn(service);
    const payload = authenticator.get(options);
    service.clock.now = new Date(Date.now() + 5 * 60_000);
    const reply = await service.request({ method: 'POST', url, headers, payload });
    delete service.clock.now;
    expectProblem(reply, 400, 'sign_in_expired');
  });

  it('rejects a challenge of another browser, or of a registration', async () => {
    const { options } = await beginSignIn(service);
    const payload = authenticator.get(options);
    expectProblem(await service.request({ method: 'POST', url, headers: ownOrigin, payload }), 400, 'sign_in_expired');
    const begun = await service.request({ method: 'POST', url: '/passkeys/options', headers: person.headers });
    const headers = { ...ownOrigin, cookie: cookiesOf(begun) };
    const { challenge } = begun.json<{ challenge: string }>();
    const crossed = authenticator.get({ challenge, rpId: 'localhost' });
    expectProblem(await service.request({ method: 'POST', url, headers, payload: crossed }), 400, 'sign_in_expired');
  });

  it.each(['quaestor-attempt=', 'quaestor-attempt=sealed:', 'quaestor-attempt=sealed:AAAA', 'quaestor-attempt=x'])(
    'rejects the cookie %s',
    async (cookie) => {
      const reply = await service.request({ ...request, headers: { ...ownOrigin, cookie } });
      expectProblem(reply, 400, 'sign_in_expired');
    },
  );
});

describe('401', () => {
  it.each<[string, Mistake]>([
    ['made for another challenge', { challenge: 'ZWxzZQ' }],
    ['made on a page of another origin', { origin: 'https://evil.example' }],
    ['made on another port', { origin: 'http://localhost:8081' }],
    ['made in a frame', { crossOrigin: true }],
    ['made for another host', { rpId: 'evil.example' }],
    ['made without verifying the user', { isVerified: false }],
    [
      'that claims to be another person’s',
      { userHandle: Buffer.from(userHandleOf(other.person.personId)).toString('base64url') },
    ],
    ['that says it is nobody’s', { userHandle: 'AAAA' }],
  ])('rejects a response %s, without saying why', async (_name, mistake) => {
    const reply = await usePasskey(service, authenticator, mistake);
    const problem = expectProblem(reply, 401, 'passkey_rejected');
    expect(problem.detail).toContain('the response does not say which');
    expect(cookiesOf(reply)).toBe('');
  });

  it('rejects a passkey that nobody has registered', async () => {
    const unregistered = new Authenticator();
    const userHandle = Buffer.from(userHandleOf(person.personId)).toString('base64url');
    expectProblem(await usePasskey(service, unregistered, { userHandle }), 401, 'passkey_rejected');
  });

  it('rejects the signature of another passkey', async () => {
    const { options, headers } = await beginSignIn(service);
    const payload = { ...authenticator.get(options), response: other.authenticator.get(options).response };
    payload.response.userHandle = Buffer.from(userHandleOf(person.personId)).toString('base64url');
    expectProblem(await service.request({ method: 'POST', url, headers, payload }), 401, 'passkey_rejected');
  });

  it('rejects a counter that did not increase, and records it in the audit log', async () => {
    const { authenticator: copied, passkeyId: id } = await withPasskey(service);
    expect((await usePasskey(service, copied, { counter: 7 })).statusCode).toBe(201);
    for (const counter of [7, 6, 0])
      expectProblem(await usePasskey(service, copied, { counter }), 401, 'passkey_rejected');
    expect((await usePasskey(service, copied, { counter: 8 })).statusCode).toBe(201);
    const rejected = (await auditOf(service, `passkey:${id}`)).filter(({ action }) => action === 'passkey.rejected');
    expect(rejected.map(({ details }) => details)).toEqual([{ counter: 7 }, { counter: 6 }, { counter: 0 }]);
  });

  it('records nothing about an unsigned counter', async () => {
    const { options, headers } = await beginSignIn(service);
    const payload = authenticator.get(options, { counter: 0 });
    payload.response.signature = new Authenticator().get(options).response.signature;
    expectProblem(await service.request({ method: 'POST', url, headers, payload }), 401, 'passkey_rejected');
    const actions = (await auditOf(service, `passkey:${passkeyId}`)).map(({ action }) => action);
    expect(actions).toEqual(['passkey.created']);
  });

  it('rejects a removed person and a deleted passkey', async () => {
    const gone = await withPasskey(service);
    await service.deps.db.writes.query('update people set removed_at = now() where id = $1', [gone.person.personId]);
    expectProblem(await usePasskey(service, gone.authenticator), 401, 'passkey_rejected');
    const deleted = await withPasskey(service);
    const path = `/passkeys/${deleted.passkeyId}`;
    await service.request({ method: 'DELETE', url: path, headers: deleted.person.headers });
    expectProblem(await usePasskey(service, deleted.authenticator), 401, 'passkey_rejected');
  });

  it('is recorded in the audit log', async () => {
    const reply = await service.request({ url: '/audit-log?action=login.failed', headers: asOperator });
    expect(reply.json<{ data: unknown[] }>().data.length).toBeGreaterThan(0);
  });
});

describe('403', () => {
  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'rejects a sign-in from a page of another site: %j',
    async (site) => {
      const { options, headers } = await beginSignIn(service);
      const payload = authenticator.get(options);
      const reply = await service.request({ method: 'POST', url, headers: { ...headers, ...site }, payload });
      expectProblem(reply, 403, 'cross_origin_write');
    },
  );
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('reports the missing setting if the public address is not configured', async () => {
    const headers = { host: '192.0.2.1:8080' };
    expectProblem(await service.request({ ...request, headers }), 409, 'passkeys_unavailable');
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase({ ...request, headers: { ...ownOrigin, cookie: 'quaestor-attempt=sealed:AAAA' } });
});

describe('504', () => {
  timesOut({ ...request, headers: { ...ownOrigin, cookie: 'quaestor-attempt=sealed:AAAA' } }, 'signing_keys');
});

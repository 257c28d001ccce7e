import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  loseDatabase,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  timesOut,
} from '../common.ts';
import { auditOf, bearer, createKey } from '../credentials.ts';
import { signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { headers } = await signIn(service, 'viewer');
const request = { method: 'DELETE', url: '/session', headers } as const;

describe('200', () => {
  it('ends the session at once and clears the cookie', async () => {
    const own = await signIn(service, 'editor');
    expect((await service.request({ url: '/questions', headers: own.headers })).statusCode).toBe(200);
    const reply = await service.request({ ...request, headers: own.headers });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ id: own.session.id, ended: true });
    expect(reply.headers['set-cookie']).toMatch(/^quaestor=; Path=\/; Max-Age=0/u);
    expectProblem(await service.request({ url: '/questions', headers: own.headers }), 401, 'session_ended');
    expect((await auditOf(service, `session:${own.session.id}`)).at(-1)).toMatchObject({
      action: 'session.ended',
      actor: own.session.principal,
      details: { reason: 'signed out' },
    });
  });

  it('ends no other session of the person', async () => {
    const first = await signIn(service, 'viewer');
    const second = await signIn(service, 'viewer', first.personId);
    await service.request({ ...request, headers: first.headers });
    expect((await service.request({ url: '/session', headers: second.headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('rejects a sign-out from a page of another site', async () => {
    const { origin: _own, ...without } = headers;
    for (const from of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expectProblem(await service.request({ ...request, headers: { ...without, ...from } }), 403, 'cross_origin_write');
    expect((await service.request({ url: '/session', headers })).statusCode).toBe(200);
  });

  it('rejects a token, since it has no session', async () => {
    const { token } = await createKey(service);
    expectProblem(await service.request({ ...request, headers: bearer(token) }), 403, 'session_required');
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

describe('503', () => {
  it('reports when to retry while the database is unavailable', async () => {
    const away = await startTestService();
    const { headers: own } = await signIn(away, 'viewer');
    await away.request({ url: '/session', headers: own });
    await loseDatabase(away);
    expectProblem(await away.request({ ...request, headers: own }), 503, 'service_unavailable');
    await away.end();
  });
});

describe('504', () => {
  timesOut(async (slow) => ({ ...request, headers: (await signIn(slow, 'viewer')).headers }), 'audit_log');
});

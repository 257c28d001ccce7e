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
import { bearer, createKey, UNKNOWN_ID } from '../credentials.ts';
import { signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { headers, personId } = await signIn(service, 'viewer');
const ending = (id: string) => ({ method: 'DELETE', url: `/sessions/${id}`, headers }) as const;
const request = ending(UNKNOWN_ID);

describe('200', () => {
  it('signs another browser out', async () => {
    const other = await signIn(service, 'viewer', personId);
    const reply = await service.request(ending(other.session.id));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ id: other.session.id, ended: true });
    expectProblem(await service.request({ url: '/session', headers: other.headers }), 401, 'session_ended');
    expect((await service.request({ url: '/session', headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('rejects a token, since it has no sessions', async () => {
    const { token } = await createKey(service);
    expectProblem(await service.request({ ...request, headers: bearer(token) }), 403, 'session_required');
  });
});

describe('404', () => {
  it('does not find the sessions of others', async () => {
    const other = await signIn(service, 'viewer');
    for (const id of [other.session.id, UNKNOWN_ID, 'nonsense', '%00'])
      expectProblem(await service.request(ending(id)), 404, 'session_not_found');
    expect((await service.request({ url: '/session', headers: other.headers })).statusCode).toBe(200);
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
    const own = await signIn(away, 'viewer');
    await away.request({ url: '/session', headers: own.headers });
    await loseDatabase(away);
    const reply = await away.request({ ...ending(own.session.id), headers: own.headers });
    expectProblem(reply, 503, 'service_unavailable');
    await away.end();
  });
});

describe('504', () => {
  timesOut(async (slow) => {
    const own = await signIn(slow, 'viewer');
    return { ...ending(own.session.id), headers: own.headers };
  }, 'audit_log');
});

import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  loseDatabase,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  timesOut,
} from '../common.ts';
import { at, bearer, createKey, secondsAfter } from '../credentials.ts';
import { type CurrentSession, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { headers, personId, session } = await signIn(service, 'viewer');
const request = { url: '/sessions', headers };

describe('200', () => {
  it('lists the sessions of the caller and marks the current one', async () => {
    const other = await signIn(service, 'viewer', personId);
    await signIn(service, 'viewer'); // the session of somebody else
    const { data } = await getBody<ListBody<CurrentSession>>(service, '/sessions', headers);
    expect(data.map(({ id, current }) => [id, current])).toEqual([
      [session.id, true],
      [other.session.id, false],
    ]);
  });

  it('omits sessions that ended because they were unused', async () => {
    const person = await signIn(service, 'viewer');
    const later = secondsAfter(person.session.created_at, 13 * 3600);
    const { data } = await at(service, later, async () => {
      const again = await signIn(service, 'viewer', person.personId);
      return getBody<ListBody<CurrentSession>>(service, '/sessions', again.headers);
    });
    expect(data).toHaveLength(1);
  });

  it('has at most 50: a new session replaces the least recently used one', async () => {
    const first = await signIn(service, 'viewer');
    let newest = first;
    for (let more = 0; more < 50; more += 1) newest = await signIn(service, 'viewer', first.personId);
    const { pagination } = await getBody<ListBody<CurrentSession>>(service, '/sessions', newest.headers);
    expect(pagination.total).toBe(50);
    expectProblem(await service.request({ url: '/session', headers: first.headers }), 401, 'session_ended');
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { etag } = (await service.request(request)).headers;
    const again = await service.request({ ...request, headers: { ...headers, 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('rejects a token, since it has no sessions', async () => {
    const { token } = await createKey(service);
    expectProblem(await service.request({ url: '/sessions', headers: bearer(token) }), 403, 'session_required');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  it('reports when to retry while the database is unavailable', async () => {
    const away = await startTestService();
    const { headers: own } = await signIn(away, 'viewer');
    await away.request({ url: '/session', headers: own });
    await loseDatabase(away);
    expectProblem(await away.request({ url: '/sessions', headers: own }), 503, 'service_unavailable');
    await away.end();
  });
});

describe('504', () => {
  timesOut(async (slow) => ({ url: '/sessions', headers: (await signIn(slow, 'viewer')).headers }), 'sessions');
});

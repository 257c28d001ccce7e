import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { type CurrentSession, plantPerson, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { personId, session } = await signIn(service, 'viewer');
const request = { url: `/people/${personId}/sessions`, headers: asOperator };

describe('200', () => {
  it('lists the sessions of a person', async () => {
    await signIn(service, 'viewer'); // the session of somebody else
    const { data, pagination } = await getBody<ListBody<CurrentSession>>(service, request.url, asOperator);
    const { id, way, user_agent, created_at, last_used_at, expires_at, idle_expires_at } = session;
    expect(data).toEqual([
      { id, way, user_agent, created_at, last_used_at, expires_at, idle_expires_at, current: false },
    ]);
    expect(pagination.total).toBe(1);
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { etag } = (await service.request(request)).headers;
    const again = await service.request({ ...request, headers: { ...asOperator, 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ ...request, url: `/people/${unknown}/sessions` }), 404, 'person_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(
    async (slow) => ({ url: `/people/${await plantPerson(slow, 'viewer')}/sessions`, headers: asOperator }),
    'people',
  );
});

import { describe, expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import {
  eventsOf,
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { type Person, plantPerson, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const id = await plantPerson(service, 'editor', 'Grace');
const request = { url: `/people/${id}`, headers: asOperator };

describe('200', () => {
  it('names the author of a change, even after their removal', async () => {
    const { headers, personId } = await signIn(service, 'editor');
    const made = await service.request({ method: 'POST', url: '/questions', headers, payload: draft() });
    expect(made.statusCode, made.body).toBe(201);
    const question = made.json<{ id: string }>().id;
    await service.request({ method: 'PUT', url: `/questions/${question}`, headers, payload: { difficulty: 2 } });
    const versions = `/questions/${question}/versions`;
    const { data } = await getBody<ListBody<{ changed_by: string }>>(service, versions, asOperator);
    expect(data.map(({ changed_by }) => changed_by)).toEqual(Array(2).fill(`person:${personId}`));
    const events = await eventsOf(service, question);
    expect(events.map(({ actor }) => actor)).toEqual(Array(2).fill(`person:${personId}`));
    await service.request({ method: 'DELETE', url: `/people/${personId}`, headers: asOperator });
    const reader = await signIn(service, 'viewer');
    expect(await getBody<Person>(service, `/people/${personId}`, reader.headers)).toMatchObject({
      name: 'Ada',
      email: null,
      removed_at: expect.any(String),
    });
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
  it.each([UNKNOWN_ID, 'nonsense', '%00'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ ...request, url: `/people/${unknown}` }), 404, 'person_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'people');
});

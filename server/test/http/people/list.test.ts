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
import { type Person, plantPerson, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const ids = [await plantPerson(service, 'viewer', 'One'), await plantPerson(service, 'editor', 'Two')];
const editor = await signIn(service, 'editor');
const gone = await plantPerson(service, 'viewer', 'Gone');
await service.request({ method: 'DELETE', url: `/people/${gone}`, headers: asOperator });
const request = { url: '/people', headers: asOperator };

describe('200', () => {
  it('lists people who can sign in, in creation order', async () => {
    const { data, pagination } = await getBody<ListBody<Person>>(service, '/people', asOperator);
    expect(data.map(({ id }) => id)).toEqual([...ids, editor.personId]);
    expect(pagination).toMatchObject({ total: 3, has_more: false });
  });

  it('continues by cursor', async () => {
    const first = await getBody<ListBody<Person>>(service, '/people?limit=2', asOperator);
    const next = `/people?limit=2&cursor=${first.pagination.next_cursor}`;
    const { data } = await getBody<ListBody<Person>>(service, next, asOperator);
    expect(data.map(({ id }) => id)).toEqual([editor.personId]);
  });

  it('shows only names and roles to callers who do not manage people', async () => {
    const { data } = await getBody<ListBody<Person>>(service, '/people', editor.headers);
    expect(data.map(({ name, role }) => [name, role])).toEqual([
      ['One', 'viewer'],
      ['Two', 'editor'],
      ['Ada', 'editor'],
    ]);
    for (const person of data)
      expect(person).toMatchObject({ email: null, created_by: null, last_used_at: null, link_expires_at: null });
  });

  it('shows managers who is signed in', async () => {
    const { data } = await getBody<ListBody<Person>>(service, '/people', asOperator);
    expect(data.map(({ last_used_at }) => last_used_at !== null)).toEqual([false, false, true]);
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

  it('rejects a cursor of another list', async () => {
    const reply = await service.request({ ...request, url: '/people?cursor=WyIyOWMxYzdhNiIsIjEiXQb2b0567f' });
    expectProblem(reply, 400, 'invalid_cursor');
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

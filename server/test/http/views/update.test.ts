import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  countStatuses,
  expectProblem,
  getBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { asked, makeView, somebody, url, type ViewRecord } from './steps.ts';

const service = await startTestService();
const { id } = await makeView(service);
const request = asked('PATCH', id, { name: 'Another' });
const reader = await somebody(service, 'questions:read', 'questions:write');

describe('200', () => {
  it('changes the given fields and keeps the rest', async () => {
    const made = await makeView(service, { filter: { tag: 'a' }, sort: 'category' }, reader.headers);
    const change = { name: 'B', filter: { category: ['Science'] }, columns: ['id'], shared: true };
    const reply = await service.request(asked('PATCH', made.id, change, reader.headers));
    const changed = reply.json<ViewRecord>();
    expect(changed).toEqual({ ...made, ...change, version: 2, updated_at: changed.updated_at });
    expect(reply.headers.etag).toBe('"2"');
    const cleared = await service.request(asked('PATCH', made.id, { sort: null, columns: null }, reader.headers));
    expect(cleared.json()).toMatchObject({ sort: null, columns: null, name: 'B', version: 3 });
    expect(await getBody(service, `${url}/${made.id}`, reader.headers)).toEqual(cleared.json());
  });

  it('keeps the version if nothing changes', async () => {
    const made = await makeView(service, { filter: { tag: 'a', category: 'Science' } });
    const same = { filter: { category: 'Science', tag: 'a' }, name: made.name };
    expect((await service.request(asked('PATCH', made.id, same))).json()).toEqual(made);
    expect((await service.request(asked('PATCH', made.id, {}))).json()).toEqual(made);
  });

  it('lets those who manage people change shared views of others', async () => {
    const made = await makeView(service, { shared: true }, reader.headers);
    const changed = await service.request(asked('PATCH', made.id, { name: 'Tidy' }));
    expect(changed.json()).toMatchObject({ name: 'Tidy', owner: reader.id });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    ['no name', { name: null }, '#/name'],
    ['an unknown filter', { filter: { x: 1 } }, '#/filter/x'],
    ['a search without a searchable word', { filter: { q: 'the' } }, '#/filter/q'],
    ['another order', { sort: 'x' }, '#/sort'],
    ['an unknown column', { columns: ['x'] }, '#/columns/0'],
    ['another owner', { owner: 'x' }, '#/owner'],
  ])('rejects %s', async (_name, payload, pointer) => {
    const reply = await service.request(asked('PATCH', id, payload));
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ errors: object[] }>().errors).toMatchObject([{ pointer }]);
  });
});

describe('401', () => {
  it('rejects callers without a token', async () => {
    const { id: shared } = await makeView(service, { shared: true });
    const reply = await service.request(asked('PATCH', shared, { name: 'x' }, {}));
    expectProblem(reply, 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects others who can see it because it is shared', async () => {
    const { id: shared } = await makeView(service, { shared: true });
    const reply = await service.request(asked('PATCH', shared, { name: 'x' }, reader.headers));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('people:manage');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('PATCH', unknown, {})), 404, 'view_not_found');
  });

  it('does not find private views of others, even for those who manage people', async () => {
    expectProblem(await service.request(asked('PATCH', id, {}, reader.headers)), 404, 'view_not_found');
    const { id: own } = await makeView(service, {}, reader.headers);
    expectProblem(await service.request(asked('PATCH', own, {})), 404, 'view_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('412', () => {
  it('rejects another version, and returns the current one', async () => {
    const headers = { ...asOperator, 'if-match': '"9"' };
    const reply = await service.request(asked('PATCH', id, { name: 'x' }, headers));
    const current = await getBody<ViewRecord>(service, `${url}/${id}`, asOperator);
    expect(expectProblem(reply, 412, 'precondition_failed').detail).toContain('Read the view again');
    expect(reply.headers.etag).toBe(`"${current.version}"`);
  });

  it('accepts exactly one of several simultaneous changes of a version', async () => {
    const made = await makeView(service);
    const headers = { ...asOperator, 'if-match': '"1"' };
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => service.request(asked('PATCH', made.id, { name }, headers))),
    );
    expect(countStatuses(replies)).toEqual({ 200: 1, 412: 3 });
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('428', () => {
  it('rejects a change without If-Match if the operator requires it', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    const made = await makeView(strict);
    expectProblem(await strict.request(asked('PATCH', made.id, { name: 'x' })), 428, 'precondition_required');
    const matched = asked('PATCH', made.id, { name: 'x' }, { ...asOperator, 'if-match': '"1"' });
    expect((await strict.request(matched)).statusCode).toBe(200);
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'views');
});

import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  countStatuses,
  expectProblem,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { TIMESTAMP, UNKNOWN_ID } from '../credentials.ts';
import { createQuestion } from '../dismissals/steps.ts';
import { plantPerson, signIn } from '../people.ts';
import { type AssignmentRecord, asked, assign } from './steps.ts';

const service = await startTestService();
const ada = await plantPerson(service, 'editor', 'Ada');
const grace = await plantPerson(service, 'editor', 'Grace');
const viewer = await signIn(service, 'viewer');
const fresh = async (person = ada) =>
  assign(service, { analysis_type: 'item_flaws', question_id: await createQuestion(service), person });
const shown = await fresh();
const request = asked('PATCH', shown.id, { done: true });

describe('200', () => {
  it('can be finished and reopened', async () => {
    const made = await fresh();
    const reply = await service.request(asked('PATCH', made.id, { done: true }));
    const done = reply.json<AssignmentRecord>();
    const changed = { done: true, done_at: expect.stringMatching(TIMESTAMP), updated_at: done.done_at, version: 2 };
    expect(done).toEqual({ ...made, ...changed });
    expect(reply.headers.etag).toBe('"2"');
    const opened = await service.request(asked('PATCH', made.id, { done: false }));
    expect(opened.json()).toMatchObject({ done: false, done_at: null, version: 3 });
  });

  it('can be transferred to another person', async () => {
    const { id } = await fresh();
    const reply = await service.request(asked('PATCH', id, { person: grace }));
    expect(reply.json()).toMatchObject({ person: grace, person_name: 'Grace', version: 2 });
  });

  it('lets readers finish their own assignments', async () => {
    const { id } = await fresh(viewer.personId);
    const reply = await service.request(asked('PATCH', id, { done: true }, viewer.headers));
    expect([reply.statusCode, reply.json<AssignmentRecord>().done]).toEqual([200, true]);
  });

  it('keeps the version if nothing changes', async () => {
    const made = await fresh();
    expect((await service.request(asked('PATCH', made.id, { done: false, person: ada }))).json()).toEqual(made);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    ['something that is not a person', { person: 'Ada' }, '#/person'],
    ['a person who does not exist', { person: UNKNOWN_ID }, '#/person'],
    ['`me` with a token', { person: 'me' }, '#/person'],
    ['a string for a boolean', { done: 'yes' }, '#/done'],
    ['another row', { question_id: UNKNOWN_ID }, '#/question_id'],
  ])('rejects %s', async (_name, payload, pointer) => {
    const reply = await service.request(asked('PATCH', shown.id, payload));
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ errors: object[] }>().errors).toMatchObject([{ pointer }]);
  });
});

describe('401', () => {
  it('rejects callers without a token', async () => {
    const reply = await service.request(asked('PATCH', shown.id, { done: true }, {}));
    expectProblem(reply, 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects readers who change or transfer assignments of others', async () => {
    const { id } = await fresh(viewer.personId);
    const others = await service.request(asked('PATCH', shown.id, { done: true }, viewer.headers));
    expectProblem(others, 403, 'insufficient_scope');
    const handed = await service.request(asked('PATCH', id, { person: grace }, viewer.headers));
    expectProblem(handed, 403, 'insufficient_scope');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('PATCH', unknown, {})), 404, 'assignment_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('does not reopen an assignment whose row now belongs to another person', async () => {
    const made = await fresh();
    await service.request(asked('PATCH', made.id, { done: true }));
    await assign(service, { analysis_type: 'item_flaws', question_id: made.question_id, person: grace });
    const reply = await service.request(asked('PATCH', made.id, { done: false }));
    expectProblem(reply, 409, 'already_assigned');
  });
});

describe('412', () => {
  it('accepts exactly one of several simultaneous transfers', async () => {
    const { id } = await fresh();
    const people = await Promise.all(['B', 'C', 'D', 'E'].map((name) => plantPerson(service, 'editor', name)));
    const headers = { ...asOperator, 'if-match': '"1"' };
    const replies = await Promise.all(people.map((person) => service.request(asked('PATCH', id, { person }, headers))));
    expect(countStatuses(replies)).toEqual({ 200: 1, 412: 3 });
    const late = await service.request(asked('PATCH', id, { done: true }, headers));
    expect(expectProblem(late, 412, 'precondition_failed').detail).toContain('Read the assignment again');
    expect(late.headers.etag).toBe('"2"');
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
    const row = { analysis_type: 'topics', question_id: await createQuestion(strict) };
    const { id } = await assign(strict, { ...row, person: await plantPerson(strict, 'editor') });
    expectProblem(await strict.request(asked('PATCH', id, { done: true })), 428, 'precondition_required');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'assignments');
});

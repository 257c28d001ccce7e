import { describe, expect, it } from 'vitest';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import { addCategory, removeCategory } from '../categories/steps.ts';
import {
  countStatuses,
  createOne,
  eventsOf,
  expectProblem,
  getBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';

const service = await startTestService();
const url = (externalId: string) => `/questions/by-external-id/${encodeURIComponent(externalId)}`;
const put = (externalId: string, payload: object, headers: Record<string, string> = {}) =>
  service.request({ method: 'PUT', url: url(externalId), payload, headers });
const request = { method: 'PUT', url: url('example'), payload: draft() } as const;

describe('200', () => {
  it('sets the given fields and keeps the others, as PUT by id does', async () => {
    const before = await createOne(service, { external_id: 'known', explanation: 'Stays.' });
    const reply = await put('known', draft({ difficulty: 2 }));
    expect(reply.statusCode).toBe(200);
    const after = reply.json<StoredQuestion>();
    expect(after).toEqual({ ...before, difficulty: 2, version: 2, updated_at: after.updated_at });
    expect(reply.headers.etag).toBe('"2"');
    expect(await eventsOf(service, before.id)).toMatchObject([
      { type: 'question.created' },
      { type: 'question.updated', version: 2, changed: ['difficulty'], with_question: true },
    ]);
    expect((await getBody(service, `/questions/${before.id}/versions`)).pagination.total).toBe(2);
  });

  it('keeps the version if nothing changes', async () => {
    const first = await put('twice', draft());
    const second = await put('twice', draft());
    expect([first.statusCode, second.statusCode]).toEqual([201, 200]);
    expect(second.body).toBe(first.body);
    expect(await eventsOf(service, first.json<StoredQuestion>().id)).toHaveLength(1);
  });

  it('accepts the question as it was read, edited and sent back', async () => {
    const read = (await put('round trip', draft())).json<StoredQuestion>();
    const reply = await put('round trip', { ...read, difficulty: 1 });
    expect([reply.statusCode, reply.json<StoredQuestion>().version]).toEqual([200, 2]);
  });

  it('changes the version that If-Match names', async () => {
    await put('matched', draft());
    expect((await put('matched', draft({ difficulty: 1 }), { 'if-match': '"1"' })).statusCode).toBe(200);
  });
});

describe('201', () => {
  it.each(['plain-1', 'with/slash', 'https://example.org/q?id=1&a=b#c', 'ünïcode 漢字', '%41', '😀'.repeat(200)])(
    'creates the question with the external id %s and returns its address',
    async (externalId) => {
      const reply = await put(externalId, draft({ external_id: externalId }));
      expect(reply.statusCode).toBe(201);
      const question = reply.json<StoredQuestion>();
      expect(question).toMatchObject({ external_id: externalId, version: 1 });
      expect(reply.headers).toMatchObject({
        etag: '"1"',
        location: expect.stringContaining(`/questions/${question.id}`),
      });
      expect(await getBody(service, `/questions/${question.id}`)).toEqual(question);
    },
  );

  it('trims and normalizes the external id as in a body', async () => {
    const reply = await put(' Cafe\u0301 ', draft());
    expect(reply.json<StoredQuestion>().external_id).toBe('Café');
  });

  it('only creates with If-None-Match: *', async () => {
    expect((await put('only new', draft(), { 'if-none-match': '*' })).statusCode).toBe(201);
  });

  it('creates one question for many simultaneous requests', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => put('contested', draft())));
    expect(countStatuses(replies)).toEqual({ 200: 5, 201: 1 });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('needs the required fields, whether the question exists or not', async () => {
    await put('partial', draft());
    for (const externalId of ['partial', 'not there']) {
      const problem = expectProblem(await put(externalId, { difficulty: 1 }), 400, 'validation_error');
      expect(problem.errors.map(({ pointer }) => pointer)).toEqual([
        '#/question_text',
        '#/category',
        '#/correct_answer',
      ]);
    }
  });

  it('rejects another external id in the body', async () => {
    const problem = expectProblem(await put('one', draft({ external_id: 'other' })), 400, 'id_mismatch');
    expect(problem.errors).toMatchObject([{ code: 'id_mismatch', pointer: '#/external_id' }]);
  });

  it('rejects the id of another question', async () => {
    const other = await createOne(service);
    await put('mine', draft());
    for (const externalId of ['mine', 'not there']) {
      const problem = expectProblem(await put(externalId, draft({ id: other.id })), 400, 'id_mismatch');
      expect(problem.errors).toMatchObject([{ code: 'id_mismatch', pointer: '#/id' }]);
    }
  });

  it.each([
    ['a control character', 'a\u0007', 'invalid_characters'],
    ['nothing but spaces', '  ', 'too_short'],
    ['201 characters', 'x'.repeat(201), 'too_long'],
  ])('rejects %s as external id', async (_name, externalId, code) => {
    const problem = expectProblem(await put(externalId, draft()), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code, parameter: 'external_id' }]);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('does not put a question into a category that is being merged', async () => {
    await addCategory(service, 'Closing');
    await createOne(service, { category: 'Closing' });
    await removeCategory(service, 'Closing', { merge_into: 'Science' });
    expectProblem(await put('closed', draft({ category: 'Closing' })), 409, 'category_closed');
  });

  it('does not touch a deleted question: a new one gets the external id, and the old one cannot be restored', async () => {
    const before = (await put('deleted', draft())).json<StoredQuestion>();
    await service.request({ method: 'DELETE', url: `/questions/${before.id}` });
    const reply = await put('deleted', draft());
    expect(reply.statusCode).toBe(201);
    const restored = await service.request({ method: 'POST', url: `/questions/${before.id}/restore` });
    expectProblem(restored, 409, 'external_id_taken');
  });
});

describe('412', () => {
  it('rejects a change of another version or of a question that does not exist', async () => {
    await put('stale', draft());
    const stale = await put('stale', draft({ difficulty: 1 }), { 'if-match': '"7"' });
    expectProblem(stale, 412, 'precondition_failed');
    expect(stale.headers.etag).toBe('"1"');
    expectProblem(await put('absent', draft(), { 'if-match': '*' }), 412, 'precondition_failed');
  });

  it('rejects an existing question with If-None-Match: *', async () => {
    await put('there', draft());
    const reply = await put('there', draft({ difficulty: 1 }), { 'if-none-match': '*' });
    expectProblem(reply, 412, 'precondition_failed');
    expect(reply.headers.etag).toBe('"1"');
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('428', () => {
  it('requires If-Match for a change if the operator does, and creates without it', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    expect((await strict.request(request)).statusCode).toBe(201);
    expectProblem(await strict.request(request), 428, 'precondition_required');
    expect((await strict.request({ ...request, headers: { 'if-match': '"1"' } })).statusCode).toBe(200);
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});

import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { type StoredQuestion, startTestService, type TestService } from '../../harness.ts';
import { countStatuses, createOne, eventsOf, expectProblem, getBody } from '../common.ts';

/** PUT and PATCH are one operation, so the same tests run for both, status by status. */
export type ChangeMethod = 'PUT' | 'PATCH';

const FULL = {
  topic_focus: 'Planets',
  accepted_answers: ['Mercurius', 'The "first" {planet}, or \\so', 'NULL'],
  incorrect_answers: ['Venus'],
  explanation: 'It is.',
  tags: ['a,b', 'c d'],
  language: 'en-GB',
  source: 'A book',
  license: 'CC0-1.0',
  status: 'draft',
};

function sender(service: TestService, method: ChangeMethod) {
  return (id: string, payload: NonNullable<InjectOptions['payload']>, headers: Record<string, string> = {}) =>
    service.request({ method, url: `/questions/${id}`, payload, headers });
}

export function setsWhatIsGiven(service: TestService, method: ChangeMethod): void {
  const change = sender(service, method);

  it('sets the given fields and keeps all others', async () => {
    const before = await createOne(service, { ...FULL, external_id: `${method} keeps` });
    const reply = await change(before.id, { difficulty: 2, correct_answer: ' Mercure\u0301 ' });
    expect(reply.statusCode).toBe(200);
    const after = reply.json<StoredQuestion>();
    expect(after).toEqual({
      ...before,
      difficulty: 2,
      correct_answer: 'Mercur\u00e9',
      version: 2,
      updated_at: after.updated_at,
    });
    expect(Date.parse(after.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at));
    expect(reply.headers.etag).toBe('"2"');
    expect(await getBody(service, `/questions/${before.id}`)).toEqual(after);
  });

  it.each(
    Object.entries({ ...FULL, question_text: 'Else?', correct_answer: 'Else', category: 'Science', difficulty: 1 }),
  )('sets only %s, and the outbox names it', async (field, value) => {
    const before = await createOne(service);
    const reply = await change(before.id, { [field]: value });
    const after = reply.json<StoredQuestion>();
    const kind = field === 'incorrect_answers' ? { kind: 'choice' } : {}; // follows from the options
    expect(after).toEqual({ ...before, ...kind, [field]: value, version: 2, updated_at: after.updated_at });
    const [, event] = await eventsOf(service, before.id);
    expect(event).toEqual({
      type: 'question.updated',
      version: 2,
      changed: [...Object.keys(kind), field],
      actor: 'anonymous',
      occurred_at: new Date(after.updated_at),
      with_question: true,
    });
  });

  it('accepts a whole question as it was read, with one change', async () => {
    const before = await createOne(service, FULL);
    const read = await getBody<StoredQuestion>(service, `/questions/${before.id}`);
    const reply = await change(before.id, { ...read, question_text: 'Edited?' });
    const after = reply.json<StoredQuestion>();
    expect(after).toEqual({ ...before, question_text: 'Edited?', version: 2, updated_at: after.updated_at });
    expect((await eventsOf(service, before.id)).map(({ changed }) => changed)).toEqual([[], ['question_text']]);
  });

  it('accepts a question as it was read, even if it has changed meanwhile', async () => {
    const read = await createOne(service);
    expect((await change(read.id, { ...read, difficulty: 1 })).json()).toMatchObject({ version: 2 });
    const created_at = read.created_at.replace('Z', '+00:00');
    const reply = await change(read.id, { ...read, created_at, difficulty: 2 });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ version: 3, difficulty: 2, created_at: read.created_at });
  });

  it('resets every optional field to its default by null', async () => {
    const before = await createOne(service, { ...FULL, external_id: `${method} clears` });
    const nulls = Object.fromEntries([...Object.keys(FULL), 'external_id'].map((field) => [field, null]));
    const reply = await change(before.id, nulls);
    expect(reply.json()).toMatchObject({
      topic_focus: null,
      accepted_answers: [],
      incorrect_answers: [],
      explanation: null,
      tags: [],
      language: 'en',
      source: null,
      license: null,
      external_id: null,
      status: 'ready',
      version: 2,
    });
  });

  it('keeps version and time if nothing changes, without an event', async () => {
    const before = await createOne(service, FULL);
    for (const payload of [
      {},
      before,
      { category: 'astronomy', language: 'EN-gb', question_text: `  ${before.question_text} ` },
    ]) {
      const reply = await change(before.id, payload);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual(before);
      expect(reply.headers.etag).toBe('"1"');
    }
    expect(await eventsOf(service, before.id)).toHaveLength(1);
    const versions = await getBody(service, `/questions/${before.id}/versions`);
    expect(versions.pagination.total).toBe(1);
  });

  it('moves a question from any status to any other, and between the lists', async () => {
    const { id } = await createOne(service);
    const statuses = ['ready', 'draft', 'archived'];
    for (const from of statuses) {
      for (const to of statuses) {
        await change(id, { status: from });
        expect((await change(id, { status: to })).json()).toMatchObject({ status: to });
        for (const status of statuses) {
          const list = await getBody(service, `/questions?status=${status}&limit=1000`);
          expect(list.data.some((question) => question.id === id)).toBe(status === to);
        }
      }
    }
  });

  it('keeps the totals exact when a question changes its category and level', async () => {
    const total = async (query: string) =>
      (await getBody(service, `/questions?${query}&limit=1`)).pagination.total ?? 0;
    const before = [await total('category=Science&difficulty=2'), await total('category=Literature&difficulty=0')];
    const { id } = await createOne(service, { category: 'Science', difficulty: 2 });
    await change(id, { category: 'Literature', difficulty: 0 });
    const after = [await total('category=Science&difficulty=2'), await total('category=Literature&difficulty=0')];
    expect(after).toEqual([before[0], Number(before[1]) + 1]);
  });

  it('accepts the id in upper case, in path and body', async () => {
    const { id } = await createOne(service);
    const reply = await change(id.toUpperCase(), { id: id.toUpperCase(), difficulty: 1 });
    expect(reply.json()).toMatchObject({ id, version: 2 });
  });

  it('never moves a question’s time backwards, whatever the clock does', async () => {
    const before = await createOne(service);
    service.clock.now = new Date('2001-01-01T00:00:00Z');
    const reply = await change(before.id, { difficulty: 1 });
    delete service.clock.now;
    expect(reply.json()).toMatchObject({ updated_at: before.updated_at, version: 2 });
  });

  it('accepts a change whose If-Match names the current version', async () => {
    const { id } = await createOne(service);
    const tags = ['"1"', '"7", "2"', '*'];
    for (const [index, tag] of tags.entries()) {
      const reply = await change(id, { question_text: `Changed ${index}?` }, { 'if-match': tag });
      expect(reply.headers.etag).toBe(`"${index + 2}"`);
    }
  });

  it('loses none of many simultaneous changes', async () => {
    const { id } = await createOne(service);
    const fields = ['topic_focus', 'explanation', 'source', 'license', 'external_id'];
    const replies = await Promise.all(fields.map((field) => change(id, { [field]: `${method} ${field}` })));
    const versions = new Set(replies.map((reply) => reply.json<StoredQuestion>().version));
    expect(versions).toEqual(new Set([2, 3, 4, 5, 6]));
    const expected = Object.fromEntries(fields.map((field) => [field, `${method} ${field}`]));
    expect(await getBody(service, `/questions/${id}`)).toMatchObject(expected);
  });
}

export function rejectsBadChanges(service: TestService, method: ChangeMethod): void {
  const change = sender(service, method);

  it('rejects a body that names another question, and changes neither', async () => {
    const [one, other] = [await createOne(service), await createOne(service)];
    const problem = expectProblem(await change(one.id, { id: other.id, difficulty: 2 }), 400, 'id_mismatch');
    expect(problem.errors).toMatchObject([{ code: 'id_mismatch', pointer: '#/id' }]);
    expect(await getBody(service, `/questions/${one.id}`)).toEqual(one);
    expect(await getBody(service, `/questions/${other.id}`)).toEqual(other);
  });

  it('reports every violation at once and changes nothing', async () => {
    const before = await createOne(service);
    const payload = {
      question_text: null,
      correct_answer: 7,
      category: 'Sports',
      difficulty: '1',
      tags: [7],
      colour: 1,
    };
    const problem = expectProblem(await change(before.id, { ...payload, source: 'A book' }), 400, 'validation_error');
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '#/category not_allowed',
      '#/colour unknown_field',
      '#/correct_answer invalid_type',
      '#/difficulty invalid_type',
      '#/question_text invalid_type',
      '#/tags/0 invalid_type',
    ]);
    expect(await getBody(service, `/questions/${before.id}`)).toEqual(before);
    expect(await eventsOf(service, before.id)).toHaveLength(1);
  });

  it('rejects an empty answer', async () => {
    const before = await createOne(service);
    const problem = expectProblem(await change(before.id, { correct_answer: '' }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code: 'too_short', pointer: '#/correct_answer' }]);
    expect(await getBody(service, `/questions/${before.id}`)).toEqual(before);
  });

  it.each([
    [{ created_at: '2020-01-01T00:00:00Z' }],
    [{ created_at: 'then' }],
    [{ updated_at: '2020-01-01T00:00:00Z' }],
    [{ updated_at: '2999-01-01T00:00:00Z' }],
    [{ updated_at: '' }],
    [{ version: 2 }],
    [{ version: 0 }],
    [{ version: -1, created_at: '', updated_at: '' }],
  ])('rejects fields that the service sets: %j', async (payload) => {
    const before = await createOne(service);
    const problem = expectProblem(await change(before.id, { difficulty: 1, ...payload }), 400, 'validation_error');
    expect(problem.errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(
      Object.keys(payload).map((name) => `read_only #/${name}`),
    );
    expect(await getBody(service, `/questions/${before.id}`)).toEqual(before);
  });

  it('suggests the intended field', async () => {
    const { id } = await createOne(service);
    const problem = expectProblem(await change(id, { dificulty: 1 }), 400, 'unknown_field');
    expect(problem.detail).toContain('Did you mean `difficulty`?');
  });

  it.each([
    ['no body', ''],
    ['half a body', '{"difficulty": 1'],
  ])('rejects %s', async (_name, payload) => {
    const { id } = await createOne(service);
    expectProblem(await change(id, payload, { 'content-type': 'application/json' }), 400, 'invalid_json');
  });

  it.each([
    ['a list', '[{}]'],
    ['null', 'null'],
  ])('rejects %s', async (_name, payload) => {
    const { id } = await createOne(service);
    const problem = expectProblem(
      await change(id, payload, { 'content-type': 'application/json' }),
      400,
      'validation_error',
    );
    expect(problem.errors).toMatchObject([{ code: 'invalid_type', pointer: '#' }]);
  });
}

export function neverCreates(service: TestService, method: ChangeMethod): void {
  const change = sender(service, method);

  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense', '1'])('does not find %s', async (id) => {
    expectProblem(await change(id, { difficulty: 1 }), 404, 'question_not_found');
  });

  it('never creates a question, even from a complete one', async () => {
    const whole = await createOne(service);
    const id = service.deps.newId();
    expectProblem(await change(id, { ...whole, id }), 404, 'question_not_found');
    expectProblem(await service.request({ url: `/questions/${id}` }), 404, 'question_not_found');
  });

  it('does not change a deleted question, and explains how to restore it', async () => {
    const { id } = await createOne(service);
    await service.request({ method: 'DELETE', url: `/questions/${id}` });
    const problem = expectProblem(await change(id, { difficulty: 1 }), 404, 'question_not_found');
    expect(problem.detail).toContain(`POST /questions/${id}/restore`);
    expect(await eventsOf(service, id)).toHaveLength(2);
  });
}

export function keepsExternalIdsUnique(service: TestService, method: ChangeMethod): void {
  const change = sender(service, method);

  it('rejects an external_id that another question has, and changes nothing', async () => {
    await createOne(service, { external_id: `${method} taken` });
    const before = await createOne(service);
    const reply = await change(before.id, { external_id: `${method} taken`, difficulty: 2 });
    const problem = expectProblem(reply, 409, 'external_id_taken');
    expect(problem.detail).toBe(`The external_id "${method} taken" belongs to another question.`);
    expect(await getBody(service, `/questions/${before.id}`)).toEqual(before);
    expect(await eventsOf(service, before.id)).toHaveLength(1);
  });
}

export function rejectsStaleChanges(service: TestService, method: ChangeMethod): void {
  const change = sender(service, method);

  it.each(['"2"', 'W/"1"', '1', '"1', ''])(
    'rejects If-Match %s on version "1", and returns the current tag',
    async (tag) => {
      const before = await createOne(service);
      const reply = await change(before.id, { difficulty: 1 }, { 'if-match': tag });
      expectProblem(reply, 412, 'precondition_failed');
      expect(reply.headers.etag).toBe('"1"');
      expect(await getBody(service, `/questions/${before.id}`)).toEqual(before);
    },
  );

  it('accepts one of many changes made from the same version', async () => {
    const { id } = await createOne(service);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => change(id, { source: `Writer ${index}` }, { 'if-match': '"1"' })),
    );
    expect(countStatuses(replies)).toEqual({ 200: 1, 412: 5 });
    expect(await getBody(service, `/questions/${id}`)).toMatchObject({ version: 2 });
  });
}

export function insistsOnIfMatch(method: 'PUT' | 'PATCH' | 'DELETE'): void {
  it('rejects a change without If-Match if the operator requires it, and accepts one with it', async () => {
    const service = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    const { id } = await createOne(service);
    const request: InjectOptions = {
      method,
      url: `/questions/${id}`,
      ...(method !== 'DELETE' && { payload: { difficulty: 1 } }),
    };
    expectProblem(await service.request(request), 428, 'precondition_required');
    expect(await getBody(service, `/questions/${id}`)).toMatchObject({ version: 1 });
    const reply = await service.request({ ...request, headers: { 'if-match': '"1"' } });
    expect(reply.statusCode).toBe(200);
  });
}

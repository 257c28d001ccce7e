import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { QUOTAS, requireQuota } from '../../../src/operations/quotas/require-quota.ts';
import { inTransaction } from '../../../src/store/database/database.ts';
import { asOperator, startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsKeysInUse,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { createQuestion, createQuestions } from '../dismissals/steps.ts';
import { plantPerson, signIn } from '../people.ts';
import { somebody } from '../views/steps.ts';
import { type AssignmentRecord, assign } from './steps.ts';

const service = await startTestService();
const url = '/assignments/bulk';
const ada = await plantPerson(service, 'editor', 'Ada');
const grace = await plantPerson(service, 'editor', 'Grace');
const itself = (question_id: string) => ({ analysis_type: 'question', question_id });
const bulk = (payload: object, headers: Record<string, string> = asOperator) => ({
  method: 'POST' as const,
  url,
  headers,
  payload,
});
const request = bulk({ person: ada, rows: [itself(await createQuestion(service))] });
const freshRequest = async () => bulk({ person: ada, rows: [itself(await createQuestion(service))] });
const openOf = async (person: string) =>
  (
    await getBody<ListBody<AssignmentRecord>>(
      service,
      `/assignments?person=${person}&done=false&limit=1000`,
      asOperator,
    )
  ).data;

describe('200', () => {
  it('assigns questions and rows, and says which were assigned already', async () => {
    const [one = '', two = '', three = '', four = ''] = await createQuestions(service, 4);
    const person = await plantPerson(service, 'editor', 'Marie');
    await assign(service, { ...itself(one), person });
    await assign(service, { ...itself(two), person: grace });
    const rows = [
      itself(one),
      itself(two),
      itself(three),
      itself(three.toUpperCase()),
      { analysis_type: 'duplicates', question_ids: [four, three] },
      { analysis_type: 'set_comparison', question_ids: [three, four] },
      { analysis_type: 'item_flaws', question_id: four, about: ['shouting', 'negative_wording'] },
    ];
    const reply = await service.request(bulk({ person, rows }));
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { assigned: 3, already_assigned: 1, assigned_to_others: 1 },
    ]);
    const open = await openOf(person);
    expect(open.map(({ analysis_type, about }) => [analysis_type, about])).toEqual([
      ['question', null],
      ['question', null],
      ['duplicates', null],
      ['item_flaws', ['negative_wording', 'shouting']],
    ]);
    expect(open[1]).toMatchObject({ question_id: three, person, created_by: 'operator', done: false, version: 1 });
    expect((await service.request(bulk({ person, rows }))).json()).toEqual({
      assigned: 0,
      already_assigned: 4,
      assigned_to_others: 1,
    });
  });

  it('assigns 1,000 questions, to the person who is signed in', async () => {
    const editor = await signIn(service, 'editor');
    const questions = await createQuestions(service, 1000);
    const reply = await service.request(bulk({ person: 'me', rows: questions.map(itself) }, editor.headers));
    expect(reply.json()).toEqual({ assigned: 1000, already_assigned: 0, assigned_to_others: 0 });
    const listed = await getBody(service, '/questions?assignee=me&limit=1', editor.headers);
    expect(listed.pagination.total).toBe(1000);
  });

  it('assigns each row to one of two people who take them at the same time', async () => {
    const questions = await createQuestions(service, 20);
    const [one, other] = await Promise.all([
      service.request(bulk({ person: ada, rows: questions.map(itself) })),
      service.request(bulk({ person: grace, rows: questions.toReversed().map(itself) })),
    ]);
    const [given, taken] = [one.json<Counts>(), other.json<Counts>()];
    expect(given.assigned + taken.assigned).toBe(20);
    expect(given.assigned_to_others + taken.assigned_to_others).toBe(20);
  });

  replaysByKey(service, freshRequest);
});

interface Counts {
  assigned: number;
  assigned_to_others: number;
}

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['no rows', { rows: [] }, '#/rows'],
    ['1,001 rows', { rows: Array.from({ length: 1001 }, () => itself(UNKNOWN_ID)) }, '#/rows'],
    ['an unknown question', { rows: [itself(UNKNOWN_ID)] }, '#/rows/0/question_id'],
    ['a row without a question', { rows: [{ analysis_type: 'question' }] }, '#/rows/0/question_id'],
    ['an aspect of a question itself', { rows: [{ ...itself(UNKNOWN_ID), about: ['category'] }] }, '#/rows/0/about/0'],
    [
      'a pair of a type about one question',
      { rows: [{ analysis_type: 'topics', question_ids: [UNKNOWN_ID, service.deps.newId()] }] },
      '#/rows/0/question_ids',
    ],
    ['nobody', { person: UNKNOWN_ID }, '#/person'],
    ['a name', { person: 'Ada' }, '#/person'],
  ])('rejects %s, and assigns nothing', async (_name, change, pointer) => {
    const before = await countRows(service, 'assignments');
    const reply = await service.request(bulk({ ...request.payload, ...change }));
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json<{ errors: object[] }>().errors).toMatchObject([{ pointer }]);
    expect(await countRows(service, 'assignments')).toBe(before);
  });

  it('rejects 10,000 rows', async () => {
    const reply = await service.request(bulk({ person: ada, rows: Array.from({ length: 10_000 }, () => ({})) }));
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ errors: object[] }>().errors[0]).toMatchObject({ code: 'too_long' });
  });
});

describe('403', () => {
  it('needs questions:read and questions:write', async () => {
    for (const scopes of [['questions:read'], ['questions:write']]) {
      const { headers } = await somebody(service, ...scopes);
      expectProblem(await service.request(bulk(request.payload, headers)), 403, 'insufficient_scope');
    }
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, freshRequest);

  it('counts every new row for the quota', async () => {
    const { writes } = service.deps.db;
    const count = 3;
    const [owned] = (
      await writes.query<{ count: number }>(
        `select count(*)::integer as count from assignments where created_by = 'operator'`,
      )
    ).rows;
    const asked = (max: number) =>
      inTransaction(writes, (tx) => requireQuota(tx, 'assignments', { owner: 'operator', max, count }));
    await asked((owned?.count ?? 0) + count);
    await expect(asked((owned?.count ?? 0) + count - 1)).rejects.toThrow(AppError);
    expect(QUOTAS.assignments.max).toBeGreaterThanOrEqual(1000);
  });
});

describe('413', () => {
  it('rejects a body over 10 MiB', async () => {
    const reply = await service.request({ ...request, payload: { filler: 'x'.repeat(10 * 1024 * 1024) } });
    expectProblem(reply, 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, freshRequest, { ...request.payload, person: grace });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(
    async (slow) =>
      bulk({ person: await plantPerson(slow, 'editor'), rows: [itself(await createQuestion(slow))] }, asOperator),
    'assignments',
  );
});

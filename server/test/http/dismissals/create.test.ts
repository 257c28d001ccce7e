import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
import {
  countStatuses,
  expectProblem,
  getBody,
  type ListBody,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';
import { bearer, createKey, TIMESTAMP, UUID_V7 } from '../credentials.ts';
import {
  change,
  createQuestion,
  createQuestions,
  dismiss,
  dismissalRequest,
  type RowDismissalRecord,
  UNKNOWN_ID,
  url,
  withdraw,
} from './steps.ts';

const service = await startTestService();
const [here = '', there = ''] = await createQuestions(service, 2);
const flaw = (question_id: string) => ({ analysis_type: 'item_flaws', question_id, about: ['negative_wording'] });
const request = dismissalRequest(flaw(here));
const freshRequest = async (): Promise<InjectOptions> =>
  dismissalRequest({ ...flaw(await createQuestion(service)), reason: 'The exception is meant' });
const listed = async (question: string) =>
  (await getBody<ListBody<RowDismissalRecord>>(service, `${url}?question_id=${question}`)).data;

describe('201', () => {
  it('dismisses a row about a question', async () => {
    const question_id = await createQuestion(service);
    const payload = { ...flaw(question_id), reason: 'The exception is meant' };
    const reply = await service.request({ ...dismissalRequest(payload, asOperator), url: `/v1${url}` });
    expect(reply.statusCode, reply.body).toBe(201);
    const dismissal = reply.json<RowDismissalRecord>();
    expect(dismissal).toEqual({
      id: expect.stringMatching(UUID_V7),
      ...payload,
      question_ids: null,
      version: 1,
      created_at: expect.stringMatching(TIMESTAMP),
      created_by: 'operator',
    });
    expect(reply.headers.location).toBe(`/v1${url}/${dismissal.id}`);
    expect(await listed(question_id)).toEqual([dismissal]);
  });

  it.each([
    ['item_flaws', ['negative_wording', 'whitespace']],
    ['text_statistics', ['correct_answer', 'question_text']],
    ['topics', ['category', 'topic']],
    ['difficulty_check', ['difficulty']],
  ])('without `about` dismisses all rows of %s about the question', async (analysis_type, about) => {
    const question_id = (await createQuestion(service)).toUpperCase();
    expect(await dismiss(service, { analysis_type, question_id })).toMatchObject({
      analysis_type,
      about,
      reason: null,
    });
  });

  it('keeps the order of `about`, including rules that the question does not break now', async () => {
    const question_id = await createQuestion(service);
    const about = ['whitespace', 'shouting', 'fill_in_blank'];
    const made = await dismiss(service, { analysis_type: 'item_flaws', question_id, about });
    expect(made.about).toEqual(about.toSorted());
  });

  it.each(['duplicates', 'set_comparison'])('stores a pair of %s with the other dismissed pairs', async (type) => {
    const question_ids = await createQuestions(service, 2);
    const payload = { analysis_type: type, question_ids: question_ids.toReversed(), reason: 'Two animals' };
    const made = await dismiss(service, payload);
    expect(made).toMatchObject({
      analysis_type: 'duplicates',
      question_id: null,
      question_ids,
      version: null,
      about: null,
    });
    const pairs = await getBody<ListBody<object>>(service, `/duplicates/dismissals?question_id=${question_ids[0]}`);
    expect(pairs.data).toMatchObject([{ id: made.id, question_ids, note: 'Two animals' }]);
    expect(await listed(question_ids[1] ?? '')).toEqual([made]);
  });

  it('accepts questions of any status', async () => {
    for (const status of ['draft', 'archived']) {
      const [made] = await service.create(draft({ status }));
      const { question_id } = await dismiss(service, { analysis_type: 'topics', question_id: made?.id });
      expect(question_id).toBe(made?.id);
    }
  });

  it('gets a new id after it was withdrawn or the question has changed', async () => {
    const question_id = await createQuestion(service);
    const first = await dismiss(service, flaw(question_id));
    await withdraw(service, first.id);
    const second = await dismiss(service, flaw(question_id));
    await change(service, question_id, { difficulty: 2 });
    expect(await listed(question_id)).toEqual([]);
    const third = await dismiss(service, flaw(question_id));
    expect(third.version).toBe(2);
    expect([first.id, second.id, third.id].toSorted()).toEqual([first.id, second.id, third.id]);
    expect(await listed(question_id)).toEqual([third]);
    expect(await countRows(service, 'dismissals', `question_id = '${question_id}'`)).toBe(1);
  });

  it('is created once by many simultaneous requests', async () => {
    const payload = flaw(await createQuestion(service));
    const replies = await Promise.all(Array.from({ length: 12 }, () => service.request(dismissalRequest(payload))));
    expect(countStatuses(replies)).toEqual({ 201: 1, 200: 11 });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  });

  replaysByKey(service, freshRequest);
});

describe('200', () => {
  it('returns an existing dismissal unchanged, even as part of a larger one', async () => {
    const question_id = await createQuestion(service);
    const first = await dismiss(service, { analysis_type: 'item_flaws', question_id, reason: 'said before' });
    for (const payload of [flaw(question_id), { analysis_type: 'item_flaws', question_id, reason: 'said again' }]) {
      const reply = await service.request(dismissalRequest(payload));
      expect(reply.statusCode).toBe(200);
      expect(reply.headers.location).toBeUndefined();
      expect(reply.json()).toEqual(first);
    }
    expect(await listed(question_id)).toEqual([first]);
  });

  it('returns an existing pair', async () => {
    const question_ids = await createQuestions(service, 2);
    const first = await dismiss(service, { analysis_type: 'duplicates', question_ids });
    const reply = await service.request(dismissalRequest({ analysis_type: 'set_comparison', question_ids }));
    expect({ status: reply.statusCode, body: reply.json<object>() }).toEqual({ status: 200, body: first });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['no type', { question_id: here }, ['#/analysis_type required']],
    ['an unknown type', { analysis_type: 'flaws', question_id: here }, ['#/analysis_type not_allowed']],
    ['no question', { analysis_type: 'topics' }, ['#/question_id required']],
    ['no pair', { analysis_type: 'duplicates' }, ['#/question_ids required']],
    [
      'a pair for a question',
      { analysis_type: 'topics', question_ids: [here, there] },
      ['#/question_ids conflicting_parameters'],
    ],
    [
      'a question and a part for a pair',
      { analysis_type: 'duplicates', question_id: here, about: ['topic'], question_ids: [here, there] },
      ['#/question_id conflicting_parameters', '#/about conflicting_parameters'],
    ],
    [
      'one question twice',
      { analysis_type: 'duplicates', question_ids: [here, here.toUpperCase()] },
      ['#/question_ids invalid_format'],
    ],
    ['an empty list of parts', { ...flaw(here), about: [] }, ['#/about too_short']],
    ['a rule twice', { ...flaw(here), about: ['shouting', 'shouting'] }, ['#/about invalid_format']],
    [
      'unknown rules',
      { ...flaw(here), about: ['no', 'shouting', 'topic'] },
      ['#/about/0 not_allowed', '#/about/2 not_allowed'],
    ],
    ['something that is not an id', { ...flaw('nonsense') }, ['#/question_id invalid_format']],
    ['a question that does not exist', flaw(UNKNOWN_ID), ['#/question_id resource_missing']],
    ['an empty reason', { ...flaw(here), reason: ' ' }, ['#/reason too_short']],
    ['a reason of 501 characters', { ...flaw(here), reason: 'x'.repeat(501) }, ['#/reason too_long']],
    ['another author', { ...flaw(here), created_by: 'me' }, ['#/created_by unknown_field']],
  ])('rejects %s', async (_name, payload, places) => {
    const before = await countRows(service, 'dismissals');
    const reply = await service.request({ ...request, payload });
    expect(reply.statusCode, reply.body).toBe(400);
    const { errors } = reply.json<{ errors: { code: string; pointer: string }[] }>();
    expect(errors.map(({ code, pointer }) => `${pointer} ${code}`)).toEqual(places);
    expect(await countRows(service, 'dismissals')).toBe(before);
  });

  it('lists the accepted values of `about` for the type', async () => {
    const reply = await service.request({
      ...request,
      payload: { analysis_type: 'topics', question_id: here, about: ['x'] },
    });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ allowed: ['category', 'topic'] }]);
  });

  it('rejects a question that was deleted', async () => {
    const deleted = await createQuestion(service);
    await service.request({ method: 'DELETE', url: `/questions/${deleted}` });
    expectProblem(await service.request(dismissalRequest(flaw(deleted))), 400, 'resource_missing');
  });
});

describe('403', () => {
  it('rejects callers who may not see answers, since reasons can reveal them', async () => {
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:play'] });
    const reply = await service.request(dismissalRequest(flaw(there), bearer(token)));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('questions:read');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, freshRequest);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, freshRequest, flaw(there));

  it('explains that a cell of coverage is not a question, and what to do instead', async () => {
    const reply = await service.request(dismissalRequest({ analysis_type: 'coverage', question_id: here }));
    const { detail } = expectProblem(reply, 422, 'not_dismissible');
    expect(detail).toContain('not a question');
    expect(detail).toContain('`blueprint`');
  });

  it('reports that a question without a flaw has nothing to dismiss', async () => {
    const [made] = await service.create(
      draft({ question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury' }),
    );
    const reply = await service.request(dismissalRequest({ analysis_type: 'item_flaws', question_id: made?.id }));
    expect(expectProblem(reply, 422, 'not_dismissible').detail).toContain('has no finding about this question');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => dismissalRequest(flaw(await createQuestion(other))), 'dismissals');
});

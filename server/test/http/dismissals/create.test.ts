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
  it('marks a row about a question as fine', async () => {
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
  ])('without about means all that %s says of the question', async (analysis_type, about) => {
    const question_id = (await createQuestion(service)).toUpperCase();
    expect(await dismiss(service, { analysis_type, question_id })).toMatchObject({
      analysis_type,
      about,
      reason: null,
    });
  });

  it('keeps what it is about in order, and of a rule also where it does not hold now', async () => {
    const question_id = await createQuestion(service);
    const about = ['whitespace', 'shouting', 'fill_in_blank'];
    const made = await dismiss(service, { analysis_type: 'item_flaws', question_id, about });
    expect(made.about).toEqual(about.toSorted());
  });

  it.each(['duplicates', 'set_comparison'])('takes a pair of %s and keeps it where pairs are kept', async (type) => {
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

  it('takes questions of any status', async () => {
    for (const status of ['draft', 'archived']) {
      const [made] = await service.create(draft({ status }));
      const { question_id } = await dismiss(service, { analysis_type: 'topics', question_id: made?.id });
      expect(question_id).toBe(made?.id);
    }
  });

  it('is made anew, under another id, once it was withdrawn or the question has changed', async () => {
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

  it('of many who dismiss the same at once makes one', async () => {
    const payload = flaw(await createQuestion(service));
    const replies = await Promise.all(Array.from({ length: 12 }, () => service.request(dismissalRequest(payload))));
    expect(countStatuses(replies)).toEqual({ 201: 1, 200: 11 });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  });

  replaysByKey(service, freshRequest);
});

describe('200', () => {
  it('gives what was dismissed already as it is, also as a part of more', async () => {
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

  it('gives a pair that was marked already', async () => {
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
    ['nothing it is about', { ...flaw(here), about: [] }, ['#/about too_short']],
    ['a rule twice', { ...flaw(here), about: ['shouting', 'shouting'] }, ['#/about invalid_format']],
    [
      'unknown rules',
      { ...flaw(here), about: ['no', 'shouting', 'topic'] },
      ['#/about/0 not_allowed', '#/about/2 not_allowed'],
    ],
    ['what is no id', { ...flaw('nonsense') }, ['#/question_id invalid_format']],
    ['a question that is not there', flaw(UNKNOWN_ID), ['#/question_id resource_missing']],
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

  it('names what a type can be asked about', async () => {
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
  it('is what somebody gets who writes and may not see answers: reasons tell about them', async () => {
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

  it('says of a cell of coverage that it is no question, and what to do instead', async () => {
    const reply = await service.request(dismissalRequest({ analysis_type: 'coverage', question_id: here }));
    const { detail } = expectProblem(reply, 422, 'not_dismissible');
    expect(detail).toContain('not a question');
    expect(detail).toContain('`blueprint`');
  });

  it('says of a question without a flaw that there is nothing to dismiss', async () => {
    const [made] = await service.create(
      draft({ question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury' }),
    );
    const reply = await service.request(dismissalRequest({ analysis_type: 'item_flaws', question_id: made?.id }));
    expect(expectProblem(reply, 422, 'not_dismissible').detail).toContain('says nothing of this question');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => dismissalRequest(flaw(await createQuestion(other))), 'dismissals');
});

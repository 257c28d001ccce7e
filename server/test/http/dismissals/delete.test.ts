import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  countStatuses,
  expectProblem,
  getBody,
  type ListBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import {
  change,
  createQuestion,
  createQuestions,
  dismiss,
  type RowDismissalRecord,
  UNKNOWN_ID,
  url,
  withdraw,
  withdrawal,
} from './steps.ts';

const service = await startTestService();
const topics = (question_id: string, ...about: string[]) => ({
  analysis_type: 'topics',
  question_id,
  ...(about.length > 0 && { about }),
});
const untouched = await dismiss(service, topics(await createQuestion(service)));
const request = withdrawal(untouched.id);
const listed = async (question: string) =>
  (await getBody<ListBody<RowDismissalRecord>>(service, `${url}?question_id=${question}`)).data;

describe('200', () => {
  it('withdraws one dismissal, and no other of the same question', async () => {
    const question = await createQuestion(service);
    const { id } = await dismiss(service, topics(question, 'category'));
    const other = await dismiss(service, topics(question, 'topic'));
    await withdraw(service, id);
    expect(await listed(question)).toEqual([other]);
  });

  it('withdraws a pair as well', async () => {
    const question_ids = await createQuestions(service, 2);
    const { id } = await dismiss(service, { analysis_type: 'duplicates', question_ids });
    await withdraw(service, id);
    expect(await listed(question_ids[0] ?? '')).toEqual([]);
    expect((await getBody<ListBody<object>>(service, '/duplicates/dismissals')).data).toEqual([]);
  });

  it('accepts the id in any letter case, from anybody who may write', async () => {
    const question = await createQuestion(service);
    const { id } = await dismiss(service, topics(question));
    const { token } = await createKey(service, { scopes: ['questions:write'] });
    expect((await service.request(withdrawal(id.toUpperCase(), bearer(token)))).statusCode).toBe(200);
    expect(await listed(question)).toEqual([]);
  });

  it('succeeds once, however many requests arrive at once', async () => {
    const { id } = await dismiss(service, topics(await createQuestion(service)));
    const replies = await Promise.all(Array.from({ length: 8 }, () => service.request(withdrawal(id))));
    expect(countStatuses(replies)).toEqual({ 200: 1, 404: 7 });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('rejects a body with members', async () => {
    const reply = await service.request({ ...request, payload: { reason: 'a mistake' } });
    expect(expectProblem(reply, 400, 'unknown_field').errors).toMatchObject([{ pointer: '#/reason' }]);
    expect(await listed(untouched.question_id ?? '')).toEqual([untouched]);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00', untouched.question_id ?? ''])('does not find %s', async (id) => {
    expectProblem(await service.request(withdrawal(id)), 404, 'dismissal_not_found');
  });

  it('does not find a withdrawn dismissal, or one whose question has changed or was deleted', async () => {
    const [withdrawn = '', changed = '', deleted = ''] = await createQuestions(service, 3);
    const made = [];
    for (const question of [withdrawn, changed, deleted]) made.push((await dismiss(service, topics(question))).id);
    await withdraw(service, made[0] ?? '');
    await change(service, changed, { difficulty: 2 });
    await service.request({ method: 'DELETE', url: `/questions/${deleted}` });
    for (const id of made) expectProblem(await service.request(withdrawal(id)), 404, 'dismissal_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'dismissals');
});

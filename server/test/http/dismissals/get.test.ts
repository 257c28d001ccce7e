import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { change, createQuestion, createQuestions, dismiss, UNKNOWN_ID, withdraw } from './steps.ts';

const service = await startTestService();
const made = await dismiss(service, { analysis_type: 'topics', question_id: await createQuestion(service) });
const url = `/dismissals/${made.id}`;
const request = { url, headers: asOperator };
const expectNotFound = async (id: string) => {
  expectProblem(await service.request({ url: `/dismissals/${id}` }), 404, 'dismissal_not_found');
};

describe('200', () => {
  it('returns the dismissal of a row', async () => {
    expect(await getBody(service, url)).toEqual(made);
  });

  it('returns the dismissal of a pair', async () => {
    const question_ids = await createQuestions(service, 2);
    const pair = await dismiss(service, { analysis_type: 'duplicates', question_ids });
    expect(await getBody(service, `/dismissals/${pair.id}`)).toEqual(pair);
  });
});

describe('304', () => {
  it('sends no body while the dismissal stays as it is', async () => {
    const headers = { ...asOperator, 'if-none-match': String((await service.request(request)).headers.etag) };
    expect((await service.request({ url, headers })).statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (id) => {
    await expectNotFound(id);
  });

  it('does not find one that was withdrawn, or whose question has changed', async () => {
    const [first = '', second = ''] = await createQuestions(service, 2);
    const withdrawn = await dismiss(service, { analysis_type: 'topics', question_id: first });
    await withdraw(service, withdrawn.id);
    await expectNotFound(withdrawn.id);
    const outdated = await dismiss(service, { analysis_type: 'topics', question_id: second });
    await change(service, second, { difficulty: 2 });
    await expectNotFound(outdated.id);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'dismissals');
});

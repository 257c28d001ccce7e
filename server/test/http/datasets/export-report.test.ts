import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { drafts, freeze, UNKNOWN_ID, url } from './steps.ts';

const service = await startTestService();
const choices = await service.create(drafts(3, { incorrect_answers: ['Venus'] }));
const words = await service.create(drafts(2));
const { id } = await freeze(service);
const path = `${url}/${id}/export/report`;

describe('200', () => {
  it('counts the questions that the format leaves out, as they were when the dataset was made', async () => {
    await service.request({
      method: 'PATCH',
      url: `/questions/${words[0]?.id}`,
      payload: { incorrect_answers: ['Mars'] },
    });
    expect(await getBody(service, `${path}?format=lm-eval`)).toMatchObject({
      format: 'lm-eval',
      questions: 5,
      written: 3,
      skipped: [{ count: 2, ids: words.map((question) => question.id) }],
      next_after: null,
    });
  });

  it('covers the questions after a given one, in any format', async () => {
    const report = await getBody(service, `${path}?format=aiken&after=${choices[2]?.id}`);
    expect(report).toMatchObject({ questions: 2, written: 0 });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url: path });

  it('rejects a question that the dataset does not contain', async () => {
    expectProblem(await service.request({ url: `${path}?after=${UNKNOWN_ID}` }), 400, 'resource_missing');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ url: `${url}/${unknown}/export/report` }), 404, 'dataset_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url: path });
});

describe('503', () => {
  rejectsWithoutDatabase({ url: path });
});

describe('504', () => {
  timesOut({ url: path }, 'datasets');
});

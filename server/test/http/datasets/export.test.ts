import { describe, expect, it } from 'vitest';
import { deletePurgeableQuestions } from '../../../src/store/questions/purge.ts';
import { MAX_VERSIONS } from '../../../src/store/questions/versions.ts';
import { startTestService } from '../../harness.ts';
import { expectProblem, getBody, rejectsUnknownParameters, rejectsWithoutDatabase, timesOut } from '../common.ts';
import { type DatasetRecord, drafts, exported, freeze, UNKNOWN_ID, url } from './steps.ts';

const service = await startTestService();
const bank = await service.create(drafts(12, { incorrect_answers: ['Venus'] }));
const dataset = await freeze(service);
const path = `${url}/${dataset.id}/export`;
const parsed = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

describe('200', () => {
  it('contains the questions as they were, even after changes and deletions', async () => {
    const own = await startTestService();
    const made = await own.create(drafts(5));
    const { id } = await freeze(own);
    const before = await exported(own, id);
    expect(parsed(before)).toEqual(made);
    await own.request({ method: 'PATCH', url: `/questions/${made[1]?.id}`, payload: { correct_answer: 'Other' } });
    await own.request({ method: 'DELETE', url: `/questions/${made[3]?.id}` });
    await own.create(drafts(2));
    expect(await exported(own, id)).toBe(before);
  });

  it('reports how many have been permanently deleted since', async () => {
    const own = await startTestService();
    const made = await own.create(drafts(5));
    const { id } = await freeze(own);
    await own.request({ method: 'DELETE', url: `/questions/${made[3]?.id}` });
    expect(await deletePurgeableQuestions(own.deps.db.writes, new Date(Date.now() + 60_000), 100)).toBe(1);
    expect(parsed(await exported(own, id))).toEqual(made.filter((_, index) => index !== 3));
    expect(await getBody<DatasetRecord>(own, `${url}/${id}`)).toMatchObject({ question_count: 5, gone: 1 });
  });

  it('keeps a version that would otherwise be swept as too old', async () => {
    const own = await startTestService();
    const [question] = await own.create(drafts(1));
    await own.request({ method: 'PATCH', url: `/questions/${question?.id}`, payload: { difficulty: 1 } });
    const { id } = await freeze(own);
    const before = await exported(own, id);
    await own.request({ method: 'PATCH', url: `/questions/${question?.id}`, payload: { difficulty: 2 } });
    await own.deps.db.writes.query(
      `update question_versions set changed_at = now() - interval '2 days';
       update questions set version = ${MAX_VERSIONS + 10}`,
    );
    await own.request({ method: 'PATCH', url: `/questions/${question?.id}`, payload: { difficulty: 0 } });
    const { rows } = await own.deps.db.reads.query<{ version: number }>(
      'select version from question_versions order by version',
    );
    expect(rows.map(({ version }) => version)).toEqual([2, MAX_VERSIONS + 10]);
    expect(await exported(own, id)).toBe(before);
  });

  it('says how many questions the format leaves out', async () => {
    const own = await startTestService();
    await own.create([...drafts(23, { incorrect_answers: ['Venus'] }), ...drafts(19)]);
    const { id } = await freeze(own);
    const leftOut = async (format: string) => {
      const reply = await own.request({ url: `${url}/${id}/export?format=${format}` });
      return [reply.headers['x-left-out'], parsed(reply.body).length];
    };
    expect(await leftOut('lm-eval')).toEqual(['19', 23]);
    expect(await leftOut('inspect')).toEqual(['19', 23]);
    expect(await leftOut('inspect-free')).toEqual(['0', 42]);
    expect(await leftOut('jsonl')).toEqual(['0', 42]);
  });

  it('continues after a question', async () => {
    const whole = await exported(service, dataset.id, '?format=csv');
    const rest = await exported(service, dataset.id, `?format=csv&after=${bank[8]?.id}`);
    expect(whole.endsWith(rest)).toBe(true);
    expect(rest.split('\r\n')).toHaveLength(4);
  });

  it('is named after the dataset', async () => {
    const { id } = await freeze(service, {}, 'Literature, first run');
    const reply = await service.request({ url: `${url}/${id}/export?format=kahoot` });
    expect(reply.headers['content-disposition']).toBe('attachment; filename="kahoot-literature-first-run-12.xlsx"');
  });

  it('supports every format', async () => {
    const reply = await service.request({ url: `${path}?format=lm-eval&seed=s` });
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="lm-eval-dataset-${dataset.id.slice(-12)}-12.jsonl"`,
    );
    expect(parsed(reply.body)).toHaveLength(12);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url: path });

  it('rejects continuing after a question that it does not contain', async () => {
    expectProblem(await service.request({ url: `${path}?after=${UNKNOWN_ID}` }), 400, 'resource_missing');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (id) => {
    expectProblem(await service.request({ url: `${url}/${id}/export` }), 404, 'dataset_not_found');
  });
});

describe('503', () => {
  rejectsWithoutDatabase({ url: path });
});

describe('504', () => {
  timesOut({ url: path }, 'datasets');
});

import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { createDemoBank, MANY, NOT_IDS, queueRun, runWhole, startTestWorker } from './steps.ts';

interface Comparison {
  previous_id: string | null;
  findings: { new: { text: string }[]; gone: { text: string }[]; changed: { before: object; after: object }[] } | null;
  rows: { new: Others; gone: Others } | null;
}
interface Others {
  count: number;
  data: Record<string, unknown>[];
}

const service = await startTestService(MANY);
const bank = await createDemoBank(service);
const TYPES = ['item_flaws', 'duplicates', 'coverage', 'text_statistics'];
let worker = await startTestWorker(service);
const earlier = new Map<string, string>();
for (const type of TYPES) earlier.set(type, (await runWhole(service, type)).id);
await worker.stop();

const shouted = bank.find(({ question_text }) => question_text.startsWith('WHAT IS THE NAME OF THE PLANET'));
await service.request({
  method: 'PATCH',
  url: `/questions/${shouted?.id}`,
  payload: { question_text: 'What is the name of the planet we live on?' },
});
const [missing, twin] = await service.create([
  draft({ question_text: 'Which of these rivers is the longest?', correct_answer: 'Nile', category: 'Geography' }),
  draft({ question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury', category: 'Astronomy' }),
]);
worker = await startTestWorker(service);
const later = new Map<string, string>();
for (const type of TYPES) later.set(type, (await runWhole(service, type)).id);
await worker.stop();

const compare = (type: string, query = '') =>
  getBody<Comparison>(service, `/analysis/${later.get(type)}/comparison${query}`);
const ids = (others: Others | undefined) => others?.data.map((row) => row['question_id']);

describe('200', () => {
  it('lists new rows and removed rows', async () => {
    const { previous_id, rows } = await compare('item_flaws');
    expect(previous_id).toBe(earlier.get('item_flaws'));
    expect(ids(rows?.new)).toEqual([missing?.id]);
    expect(ids(rows?.gone)).toEqual([shouted?.id]);
    expect([rows?.new.count, rows?.gone.count]).toEqual([1, 1]);
  });

  it('recognises a row after other numbers in it have changed', async () => {
    const pairs = (await compare('duplicates')).rows;
    expect(pairs?.new.data.map((row) => (row['b'] as { question_id: string }).question_id)).toEqual([twin?.id]);
    expect(pairs?.gone.count).toBe(0);
    const cells = (await compare('coverage')).rows;
    expect([cells?.new.count, cells?.gone.count]).toEqual([0, 0]);
  });

  it('lists findings whose numbers have changed', async () => {
    const { findings } = await compare('item_flaws');
    expect(findings?.changed).toContainEqual({
      before: expect.objectContaining({ text: expect.stringMatching(/^2 of .* need options that are missing/u) }),
      after: expect.objectContaining({ text: expect.stringMatching(/^3 of .* need options that are missing/u) }),
    });
  });

  it('compares with the given run, in either direction', async () => {
    const back = await getBody<Comparison>(
      service,
      `/analysis/${earlier.get('item_flaws')}/comparison?with=${later.get('item_flaws')}`,
    );
    expect(ids(back.rows?.new)).toEqual([shouted?.id]);
    const same = await compare('text_statistics', `?with=${later.get('text_statistics')}`);
    expect(same).toMatchObject({
      findings: { new: [], gone: [], changed: [] },
      rows: { new: { count: 0 }, gone: { count: 0 } },
    });
  });

  it('has no earlier run to compare the first one with', async () => {
    const first = await getBody<Comparison>(service, `/analysis/${earlier.get('coverage')}/comparison`);
    expect(first).toMatchObject({ previous_id: null, findings: null, rows: null });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const url = `/analysis/${later.get('coverage')}/comparison`;
    const { etag } = (await service.request({ url })).headers;
    const same = await service.request({ url, headers: { 'if-none-match': String(etag) } });
    expect({ status: same.statusCode, body: same.body }).toEqual({ status: 304, body: '' });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url: `/analysis/${earlier.get('coverage')}/comparison` });

  it('rejects a run of another type', async () => {
    const url = `/analysis/${later.get('coverage')}/comparison?with=${later.get('duplicates')}`;
    const { errors } = expectProblem(await service.request({ url }), 400, 'validation_error');
    expect(errors).toMatchObject([{ parameter: 'with', code: 'not_allowed' }]);
  });
});

describe('404', () => {
  it.each(NOT_IDS)('does not find %s', async (id) => {
    expectProblem(await service.request({ url: `/analysis/${id}/comparison` }), 404, 'analysis_not_found');
  });
});

describe('409', () => {
  it('reports that there is no result yet', async () => {
    const { id } = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: [0, 1] } });
    expectProblem(await service.request({ url: `/analysis/${id}/comparison` }), 409, 'analysis_unfinished');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url: `/analysis/${later.get('coverage')}/comparison` });
});

describe('503', () => {
  rejectsWithoutDatabase({ url: `/analysis/${earlier.get('coverage')}/comparison` });
});

describe('504', () => {
  timesOut({ url: `/analysis/${later.get('coverage')}/comparison` }, 'analyses');
});

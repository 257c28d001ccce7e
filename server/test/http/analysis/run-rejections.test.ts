import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import { expectProblem, type ProblemBody, rejectsMalformedKeys, rejectsUnknownParameters } from '../common.ts';
import { createBank, MANY, runRequest, UNKNOWN_ID } from './steps.ts';

const service = await startTestService(MANY);
const bank = await createBank(service);
const id = String(bank[0]?.id);
const coverage = { analysis_type: 'coverage', filter: {} };

async function reject(payload: object, code = 'validation_error'): Promise<ProblemBody> {
  return expectProblem(await service.request(runRequest(payload)), 400, code);
}

/** Formats each violation as its code and place. */
async function violationsOf(payload: object, code?: string): Promise<string[]> {
  return (await reject(payload, code)).errors.map((violation) => `${violation.code} ${violation.pointer}`).sort();
}

rejectsUnknownParameters(service, runRequest(coverage));
rejectsMalformedKeys(service, runRequest(coverage));

describe('a request', () => {
  it('without a type gets an error about the type only, and none about parameters', async () => {
    expect(await violationsOf({ filter: {} })).toEqual(['required #/analysis_type']);
    expect(await violationsOf({ filter: {}, parameters: { min_cell: 3 } })).toEqual(['required #/analysis_type']);
  });

  it('of an unknown type gets the list of types and the nearest one', async () => {
    const { errors, detail } = await reject({ ...coverage, analysis_type: 'coverge' });
    expect(errors).toMatchObject([{ code: 'not_allowed', pointer: '#/analysis_type' }]);
    expect(errors[0]?.allowed).toEqual(expect.arrayContaining(['coverage', 'text_statistics']));
    expect(detail).toContain('Did you mean `coverage`?');
  });

  it.each([
    ['is not an object', 'all', ['invalid_type #/parameters']],
    ['is null', null, ['invalid_type #/parameters']],
    ['has a key that does not exist', { min_cel: 3 }, ['unknown_field #/parameters/min_cel']],
    ['belongs to another type', { outlier_z: 3 }, ['unknown_field #/parameters/outlier_z']],
    ['has the wrong type', { min_cell: '5' }, ['invalid_type #/parameters/min_cell']],
    ['is out of range', { top_n: 1001 }, ['out_of_range #/parameters/top_n']],
    ['is not an allowed value', { dimensions: ['colour'] }, ['not_allowed #/parameters/dimensions/0']],
    [
      'is wrong inside a list',
      { blueprint: [{ category: 'Science', target_count: 0, extra: 1 }] },
      ['out_of_range #/parameters/blueprint/0/target_count', 'unknown_field #/parameters/blueprint/0/extra'],
    ],
  ])('is rejected with a pointer when a parameter %s', async (_name, parameters, expected) => {
    const unknownOnly = expected.every((violation) => violation.startsWith('unknown_field'));
    expect(await violationsOf({ ...coverage, parameters }, unknownOnly ? 'unknown_field' : undefined)).toEqual(
      expected,
    );
  });

  it('suggests the nearest parameter for an unknown one', async () => {
    const { detail } = await reject({ ...coverage, parameters: { min_cel: 3 } }, 'unknown_field');
    expect(detail).toContain('Did you mean `min_cell`?');
  });

  it('gets all its violations at once', async () => {
    const payload = {
      analysis_type: 'coverage',
      question_ids: [id, 'nonsense', 5],
      filter: { categry: 'Science', difficulty: 7 },
      parameters: { min_cell: 0, top_n: 'all', surprise: true },
      extra: 1,
    };
    expect(await violationsOf(payload)).toEqual(
      [
        'invalid_format #/question_ids/1',
        'invalid_type #/question_ids/2',
        'invalid_type #/parameters/top_n',
        'out_of_range #/filter/difficulty',
        'out_of_range #/parameters/min_cell',
        'unknown_field #/extra',
        'unknown_field #/filter/categry',
        'unknown_field #/parameters/surprise',
      ].sort(),
    );
  });

  it('must select questions', async () => {
    expect(await violationsOf({ analysis_type: 'coverage' })).toEqual(['required #/question_ids']);
    expect((await reject({ analysis_type: 'coverage' })).detail).toContain('{"filter": {}}');
    expect(await violationsOf({ analysis_type: 'coverage', question_ids: [] })).toEqual(['too_short #/question_ids']);
  });

  it('must select questions in one way only', async () => {
    expect(await violationsOf({ ...coverage, question_ids: [id] }, 'conflicting_parameters')).toEqual([
      'conflicting_parameters #/filter',
      'conflicting_parameters #/question_ids',
    ]);
  });

  it('is rejected if its search has no searchable word', async () => {
    expect(await violationsOf({ ...coverage, filter: { q: 'what is the' } })).toEqual(['no_search_words #/filter/q']);
  });

  it.each([
    [{ category: 'Literature' }],
    [{ topic_focus: 'nobody knows' }],
    [{ q: 'xylophone' }],
    [{ tag: 'none' }],
    [{ ids: [UNKNOWN_ID] }],
    [{ created_after: '2999-01-01T00:00:00Z' }],
    [{ updated_after: '2999-01-01T00:00:00Z', difficulty: 1 }],
    [{ language: 'fr', status: ['draft', 'ready'] }],
  ])('is rejected before it is queued if nothing matches: %j', async (filter) => {
    const { errors } = await reject({ ...coverage, filter });
    expect(errors).toMatchObject([{ code: 'empty_set', pointer: '#/filter' }]);
    const compared = { analysis_type: 'set_comparison', filter: {}, parameters: { other: { filter } } };
    expect(await violationsOf(compared)).toEqual(['empty_set #/parameters/other/filter']);
  });

  it('reports that the bank is empty', async () => {
    const empty = await startTestService();
    const { detail } = expectProblem(await empty.request(runRequest(coverage)), 400, 'validation_error');
    expect(detail).toContain('POST /questions');
  });

  it('is queued if counting the matches would read too much', async () => {
    const slow = await startTestService({ SCAN_TIMEOUT_MS: '100' });
    await slow.create(draft());
    const holder = new pg.Client({ connectionString: slow.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table questions in access exclusive mode');
    const asked = slow.request(runRequest({ ...coverage, filter: { language: 'fr' } }));
    await holder.query('select pg_sleep(1); commit'); // longer than the limit of the search, shorter than that of storing the run
    await holder.end();
    const reply = await asked;
    expect(reply.statusCode, reply.body).toBe(202);
  });

  it('gets its response again by its key, even if nothing matches any more', async () => {
    const other = await startTestService();
    const [only] = await other.create(draft());
    const keyed = runRequest(coverage, { 'idempotency-key': 'again' });
    const first = await other.request(keyed);
    await other.request({ method: 'DELETE', url: `/questions/${only?.id}` });
    const second = await other.request(keyed);
    expect(second.statusCode, second.body).toBe(202);
    expect(second.json<{ id: string }>().id).toBe(first.json<{ id: string }>().id);
  });

  it('is rejected for a category that does not exist', async () => {
    const { errors } = await reject({ ...coverage, filter: { category: 'Sciense' } });
    expect(errors).toMatchObject([{ code: 'not_allowed', pointer: '#/filter/category' }]);
  });
});

describe('a blueprint', () => {
  it.each([
    ['that has a cell without keys', [{ target_count: 3 }], ['#/parameters/blueprint/0']],
    ['that uses an unselected dimension', [{ topic: 'x', min_count: 1 }], ['#/parameters/blueprint/0/topic']],
    ['that has a cell without a target', [{ category: 'Science' }], ['#/parameters/blueprint/0']],
    [
      'that has two targets for one cell',
      [{ category: 'Science', target_count: 1, target_share: 0.1 }],
      ['#/parameters/blueprint/0/target_share'],
    ],
    [
      'that has a cell twice, in different letter case',
      [
        { category: 'Science', target_count: 1 },
        { category: 'SCIENCE', target_count: 2 },
      ],
      ['#/parameters/blueprint/1'],
    ],
    [
      'that has shares of more than 100%',
      [
        { category: 'Science', target_share: 0.7 },
        { category: 'Geography', target_share: 0.7 },
      ],
      ['#/parameters/blueprint'],
    ],
  ])('is rejected if it is one %s', async (_name, blueprint, pointers) => {
    const { errors } = await reject({ ...coverage, parameters: { blueprint } });
    expect(errors.map(({ code }) => code)).toEqual(pointers.map(() => 'not_allowed'));
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('is rejected with the nearest category if it names one that does not exist', async () => {
    const blueprint = [
      { category: 'science', target_count: 1 },
      { category: 'Geografy', target_count: 1 },
    ];
    const { errors, detail } = await reject({ ...coverage, parameters: { blueprint } });
    expect(errors).toMatchObject([{ code: 'not_allowed', pointer: '#/parameters/blueprint/1/category' }]);
    expect(detail).toContain('Did you mean `Geography`?');
  });

  it('is validated together with the selection of questions', async () => {
    const payload = { analysis_type: 'coverage', parameters: { blueprint: [{ target_count: 3 }] } };
    expect(await violationsOf(payload)).toEqual(['not_allowed #/parameters/blueprint/0', 'required #/question_ids']);
  });
});

describe('questions that do not exist', () => {
  it('are listed one by one, both unknown and deleted', async () => {
    const deleted = String(bank[1]?.id);
    await service.request({ method: 'DELETE', url: `/questions/${deleted}` });
    const question_ids = [id, UNKNOWN_ID, id, deleted];
    const { errors } = await reject({ analysis_type: 'coverage', question_ids }, 'resource_missing');
    expect(errors).toMatchObject([
      { code: 'resource_missing', pointer: '#/question_ids/1', detail: expect.stringContaining(UNKNOWN_ID) },
      { code: 'resource_missing', pointer: '#/question_ids/3', detail: expect.stringContaining(deleted) },
    ]);
  });

  it('are listed up to the first hundred, and counted', async () => {
    const question_ids = Array.from({ length: 150 }, (_, index) =>
      index < 5 ? id : UNKNOWN_ID.replace('ffff', String(1000 + index)),
    );
    const { errors, detail } = await reject({ analysis_type: 'coverage', question_ids }, 'resource_missing');
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      Array.from({ length: 100 }, (_, index) => `#/question_ids/${index + 5}`),
    );
    expect(detail).toContain('and 144 more');
  });

  it('are not filtered by status: drafts can be analysed by id', async () => {
    const [draftOne] = await service.create(draft({ status: 'draft' }));
    const reply = await service.request(runRequest({ analysis_type: 'coverage', question_ids: [draftOne?.id] }));
    expect(reply.statusCode).toBe(202);
  });
});

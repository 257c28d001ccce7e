import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startTestWorker } from '../../analysis/worker.ts';
import { insertBulkRows } from '../../bulk-rows.ts';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
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
import { TIMESTAMP, UUID_V7 } from '../credentials.ts';
import { type DatasetRecord, drafts, exported, freeze, url } from './steps.ts';

const service = await startTestService();
await service.create([
  ...drafts(5, { category: 'Science', license: 'CC0-1.0', source: 'A book' }),
  ...drafts(3, { category: 'Geography', license: 'CC-BY-4.0', tags: ['x', 'ä'] }),
  ...drafts(2, { category: 'Geography', accepted_answers: ['Hermes'], incorrect_answers: ['"', '\\'] }),
]);
const request = { method: 'POST', url, payload: { name: 'A', filter: {} } } as const;

/** The recipe of docs/reference/datasets.md. */
const FIELDS =
  'accepted_answers category correct_answer difficulty explanation incorrect_answers language license question_text source tags topic_focus';
function hashOf(jsonl: string): string {
  const hash = createHash('sha256');
  for (const line of jsonl.split('\n').filter((text) => text !== '')) {
    const question = JSON.parse(line) as Record<string, unknown>;
    hash.update(`${JSON.stringify(Object.fromEntries(FIELDS.split(' ').map((field) => [field, question[field]])))}\n`);
  }
  return `sha256:${hash.digest('hex')}`;
}

describe('201', () => {
  it('freezes the matching questions, with hash, licences and sources', async () => {
    const reply = await service.request({ method: 'POST', url: `/v1${url}`, payload: { name: 'All', filter: {} } });
    expect(reply.statusCode, reply.body).toBe(201);
    const dataset = reply.json<DatasetRecord>();
    expect(dataset).toMatchObject({
      id: expect.stringMatching(UUID_V7),
      name: 'All',
      filter: {},
      status: 'ready',
      question_count: 10,
      gone: 0,
      content_hash: expect.stringMatching(/^sha256:[\da-f]{64}$/u),
      created_at: expect.stringMatching(TIMESTAMP),
    });
    expect(dataset.licenses).toEqual({
      licenses: [
        { value: 'CC0-1.0', count: 5 },
        { value: 'CC-BY-4.0', count: 3 },
        { value: null, count: 2 },
      ],
      other_licenses: 0,
      sources: [
        { value: null, count: 5 },
        { value: 'A book', count: 5 },
      ],
      other_sources: 0,
    });
    expect(reply.headers.location).toBe(`/v1${url}/${dataset.id}`);
  });

  it('has a hash that can be computed from its export', async () => {
    for (const filter of [{}, { category: 'Geography' }, { tag: 'x' }]) {
      const { id, content_hash } = await freeze(service, filter);
      expect(hashOf(await exported(service, id))).toBe(content_hash);
    }
    const larger = await startTestService();
    for (const count of [1000, 500]) await larger.create(drafts(count)); // more than one chunk
    const { id, content_hash } = await freeze(larger);
    expect(hashOf(await exported(larger, id))).toBe(content_hash);
  });

  it('has the same hash in another bank, whatever the history of the questions', async () => {
    const { content_hash } = await freeze(service, { category: 'Science' });
    const other = await startTestService();
    const made = await other.create(drafts(5, { category: 'Science', license: 'CC0-1.0', source: 'A book' }));
    for (const difficulty of [1, 0])
      await other.request({ method: 'PATCH', url: `/questions/${made[2]?.id}`, payload: { difficulty } });
    expect((await freeze(other)).content_hash).toBe(content_hash);
    await other.request({ method: 'PATCH', url: `/questions/${made[2]?.id}`, payload: { difficulty: 2 } });
    expect((await freeze(other)).content_hash).not.toBe(content_hash);
  });

  it('freezes the questions of a large dataset at once, and computes hash and licences in a job', {
    tags: ['heavy'],
    timeout: 60_000,
  }, async () => {
    const large = await startTestService({ READ_TIMEOUT_MS: '60000', WRITE_TIMEOUT_MS: '60000' });
    await insertBulkRows(large.deps.db.writes, { count: 21_500 });
    const dataset = await freeze(large);
    expect(dataset).toMatchObject({ status: 'pending', content_hash: null, licenses: null, question_count: 21_500 });
    const lines = (await exported(large, dataset.id)).split('\n');
    expect(lines).toHaveLength(21_501);
    expect(new Set(lines).size).toBe(21_501);
    const worker = await startTestWorker(large);
    const status = async () => (await getBody<DatasetRecord>(large, `${url}/${dataset.id}`)).status;
    await expect.poll(status, { timeout: 50_000 }).toBe('ready');
    await worker.stop();
  });

  replaysByKey(service, async () => request);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it('rejects a filter that matches nothing, and stores nothing', async () => {
    const before = await getBody(service, url);
    const reply = await service.request({ ...request, payload: { filter: { tag: 'nowhere' } } });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([
      { code: 'empty_set', pointer: '#/filter' },
    ]);
    expect((await getBody(service, url)).pagination.total).toBe(before.pagination.total);
  });

  it('rejects an unknown field', async () => {
    expectProblem(await service.request({ ...request, payload: { filters: {} } }), 400, 'unknown_field');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, async () => request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, { method: 'POST', url });
});

describe('422', () => {
  rejectsReusedKeys(service, async () => request, { name: 'B', filter: {} });
});

describe('429', () => {
  it('rejects more datasets than a principal may have', async () => {
    const full = await startTestService();
    await full.create(draft());
    const { id } = await freeze(full);
    await full.deps.db.writes.query(
      `insert into datasets (id, created_at, question_count, created_by, filter)
       select gen_random_uuid(), created_at, 1, created_by, filter from datasets, generate_series(1, 999) where id = '${id}'`,
    );
    expectProblem(await full.request(request), 429, 'quota_exceeded');
  });

  it('rejects more questions than the datasets of a principal may contain', async () => {
    const full = await startTestService();
    await full.create(draft());
    await freeze(full);
    await full.deps.db.writes.query('update datasets set question_count = 20000000');
    expectProblem(await full.request(request), 429, 'quota_exceeded');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});

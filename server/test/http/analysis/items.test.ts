import { describe, expect, it } from 'vitest';
import { type ItemChunk, insertItems } from '../../../src/store/analysis/items.ts';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { createBank, MANY, NOT_IDS, queueRun, runWhole, startTestWorker } from './steps.ts';

type Row = Record<string, unknown>;

const service = await startTestService(MANY);
const bank = await createBank(service);
const worker = await startTestWorker(service);
const coverage = await runWhole(service, 'coverage', { top_n: 1 });
const texts = await runWhole(service, 'text_statistics');
await worker.stop();
const list = (id: string, query = '') => getBody<ListBody<Row>>(service, `/analysis/${id}/items${query}`);

/** A run whose rows are stored in chunks of these sizes, numbered in order. */
async function chunked(sizes: readonly (readonly [rank: number, shard: number, size: number])[]): Promise<string> {
  const { id } = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: [0, 1] } });
  let next = 0;
  const chunks = sizes.map(([rank, shard, size]): ItemChunk => {
    const bodies = Array.from({ length: size }, () => JSON.stringify({ number: next++ }));
    return { rank, shard, question_ids: bodies.map(() => null), versions: bodies.map(() => null), bodies };
  });
  await insertItems(service.deps.db.writes, id, chunks.toReversed());
  await service.deps.db.writes.query(`update analyses set status = 'succeeded', result = '{}' where id = '${id}'`);
  return id;
}

const CHUNKS = [
  [0, 0, 3],
  [0, 1, 1],
  [0, 1000, 4],
  [2, 0, 5],
  [1000, 0, 2],
] as const;
const many = await chunked(CHUNKS);
const numbers = Array.from({ length: 15 }, (_, index) => index);
const url = `/analysis/${many}/items`;

describe('200', () => {
  it('lists every row of a result, including those omitted from the result itself', async () => {
    const { data, pagination } = await list(coverage.id);
    expect(coverage.result?.['cells']).toEqual(data.slice(0, 1));
    expect(data.length).toBeGreaterThan(1);
    expect(data).toHaveLength(Number(coverage.result?.['cells_total']));
    expect(pagination).toMatchObject({ total: data.length, offset: 0, has_more: false, next_cursor: null });
  });

  it('orders by rank and shard, whatever the order of writes', async () => {
    expect((await list(many)).data.map((row) => row['number'])).toEqual(numbers);
  });

  it.each([1, 2, 3, 4, 5, 14, 15, 16])('pages by offset across chunk boundaries, %i at a time', async (limit) => {
    const seen: unknown[] = [];
    for (let offset = 0; offset < numbers.length; offset += limit) {
      const { data, pagination } = await list(many, `?limit=${limit}&offset=${offset}`);
      seen.push(...data.map((row) => row['number']));
      expect(pagination).toMatchObject({ total: 15, offset, has_more: offset + limit < 15 });
    }
    expect(seen).toEqual(numbers);
  });

  it.each([1, 2, 4, 7, 15])('pages by cursor across chunk boundaries, %i at a time', async (limit) => {
    const seen: unknown[] = [];
    let query = `?limit=${limit}&offset=1`;
    for (;;) {
      const { data, pagination } = await list(many, query);
      seen.push(...data.map((row) => row['number']));
      if (pagination.next_cursor === null) break;
      query = `?limit=${limit}&cursor=${pagination.next_cursor}`;
      expect(pagination.total).toBe(15);
    }
    expect(seen).toEqual(numbers.slice(1));
  });

  it('returns no rows past the end, and the true total', async () => {
    expect(await list(many, '?offset=15')).toMatchObject({ data: [], pagination: { total: 15, has_more: false } });
    expect(await list(many, '?offset=2147483647')).toMatchObject({ data: [], pagination: { total: 15 } });
  });

  it('shows a question as it was analysed, even after a change or deletion', async () => {
    const before = (await list(texts.id)).data;
    const row = before.find(({ field }) => field === 'question_text');
    const analysed = bank.find(({ id }) => id === row?.['question_id']);
    expect(row).toMatchObject({ version: 1, text: analysed?.question_text });
    const question = `/questions/${analysed?.id}`;
    await service.request({ method: 'PATCH', url: question, payload: { question_text: 'Shorter?' } });
    expect((await list(texts.id)).data).toEqual(before);
    await service.request({ method: 'DELETE', url: question });
    expect((await list(texts.id)).data).toEqual(before);
  });

  it('returns 409 before the analysis has succeeded', async () => {
    const { id } = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: [0, 1] } });
    await insertItems(service.deps.db.writes, id, [
      { rank: 0, shard: 0, question_ids: [null], versions: [null], bodies: ['{}'] },
    ]);
    expect(await list(id)).toMatchObject({ data: [], pagination: { total: 0, has_more: false } });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { etag } = (await service.request({ url })).headers;
    const same = await service.request({ url, headers: { 'if-none-match': String(etag) } });
    expect({ status: same.statusCode, body: same.body }).toEqual({ status: 304, body: '' });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it('rejects a limit over 1000', async () => {
    const { errors } = expectProblem(await service.request({ url: `${url}?limit=1001` }), 400, 'validation_error');
    expect(errors).toMatchObject([{ parameter: 'limit', code: 'out_of_range' }]);
  });

  it('rejects a cursor of another analysis', async () => {
    const { next_cursor } = (await list(many, '?limit=1')).pagination;
    const reply = await service.request({ url: `/analysis/${coverage.id}/items?cursor=${next_cursor}` });
    expectProblem(reply, 400, 'invalid_cursor');
  });
});

describe('404', () => {
  it.each(NOT_IDS)('does not find %s', async (id) => {
    expectProblem(await service.request({ url: `/analysis/${id}/items` }), 404, 'analysis_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'analyses');
});

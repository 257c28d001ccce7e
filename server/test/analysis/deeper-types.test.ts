import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../harness.ts';
import { type AnalysisRecord, runToEnd, startTestWorker } from './worker.ts';

/** Small enough to split the demo bank into several shards. */
const service = await startTestService({ ANALYSIS_SHARD_SIZE: '40' });
await startTestWorker(service);
const demo = JSON.parse(readFileSync(new URL('../../demo/questions.json', import.meta.url), 'utf8')) as object[];
const bank = await service.create(demo);
/** The rest are drafts, which an empty filter excludes. */
const READY = 232;

const itemsOf = async ({ id }: AnalysisRecord) =>
  (await service.request({ url: `/analysis/${id}/items?limit=100` })).json<{ data: Record<string, unknown>[] }>().data;

async function expectPlots({ id, result }: AnalysisRecord): Promise<void> {
  for (const { id: plot } of result?.plots ?? []) {
    const reply = await service.request({ url: `/analysis/${id}/plots/${plot}.svg` });
    expect(reply.statusCode, plot).toBe(200);
  }
}

describe('topics', () => {
  it('names the words of each category and the misfiled questions', async () => {
    const record = await runToEnd(service, { analysis_type: 'topics', filter: {} });
    expect(record.question_count).toBe(READY);
    expect(record.progress.total).toBeGreaterThan(3);
    const rows = await itemsOf(record);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows[0]).toMatchObject({ question_text: expect.any(String), declared: expect.any(String) });
    await expectPlots(record);
  });
});

describe('difficulty_check', () => {
  it('reports whether texts predict levels at all', async () => {
    const record = await runToEnd(service, { analysis_type: 'difficulty_check', filter: {} });
    expect(record.result?.summary['usable']).toEqual(expect.any(Boolean));
    await expectPlots(record);
  });

  it('rejects a basis that does not exist yet', async () => {
    const reply = await service.request({
      method: 'POST',
      url: '/analysis/run',
      payload: { analysis_type: 'difficulty_check', filter: {}, parameters: { basis: 'responses' } },
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain('#/parameters/basis');
  });
});

describe('set_comparison', () => {
  const run = (body: object) => runToEnd(service, { analysis_type: 'set_comparison', ...body });

  it('compares one filter with another', async () => {
    const record = await run({ filter: { difficulty: 0 }, parameters: { other: { filter: { difficulty: 2 } } } });
    expect(record.question_count).toBe(91);
    expect(record.result?.summary).toMatchObject({ questions_a: 91, questions_b: 62, same_ids: 0 });
    await expectPlots(record);
  });

  it('is all zeros for a set compared with itself', async () => {
    const record = await run({ filter: {}, parameters: { other: { filter: {} } } });
    expect(record.result?.['overlap']).toMatchObject({ same_ids: READY, share_of_a: 1, share_of_b: 1 });
    const dimensions = record.result?.['dimensions'] as { jsd_bits: number; cramers_v: number }[];
    for (const { jsd_bits, cramers_v } of dimensions) expect([jsd_bits, cramers_v]).toEqual([0, 0]);
  });

  it('compares questions named by id, in either case', async () => {
    const [first, second, third] = bank.map(({ id }) => id);
    const other = { question_ids: [second?.toUpperCase(), third] };
    const record = await run({ question_ids: [first, second], parameters: { other } });
    expect(record.result?.summary).toMatchObject({ questions_a: 2, questions_b: 2, same_ids: 1 });
  });

  it.each([
    [
      'an unknown question',
      { other: { question_ids: ['00000000-0000-7000-8000-00000000ffff'] } },
      '#/parameters/other/question_ids/0',
    ],
    ['an unknown category', { other: { filter: { category: 'Cookery' } } }, '#/parameters/other/filter/category'],
    ['an unknown key', { other: { filter: { colour: 'red' } } }, '#/parameters/other/filter/colour'],
    ['a search for no word', { other: { filter: { q: 'the' } } }, '#/parameters/other/filter/q'],
    ['both a filter and ids', { other: { filter: {}, question_ids: [bank[0]?.id] } }, '#/parameters/other'],
    ['neither a filter nor ids', { other: {} }, '#/parameters/other'],
    ['nothing to compare with', {}, '#/parameters'],
  ])('rejects %s', async (_, parameters, pointer) => {
    const payload = { analysis_type: 'set_comparison', filter: {}, parameters };
    const reply = await service.request({ method: 'POST', url: '/analysis/run', payload });
    expect(reply.statusCode).toBe(400);
    const { errors } = reply.json<{ errors: { pointer: string }[] }>();
    expect(errors.map((error) => error.pointer).join()).toContain(pointer);
  });

  it('reuses a stored run only while neither set has changed', async () => {
    const [first, second, third] = bank.map(({ id }) => id);
    const request = { question_ids: [first], parameters: { other: { question_ids: [second] } } };
    const touch = (id: string | undefined) =>
      service.request({
        method: 'PATCH',
        url: `/questions/${id}`,
        headers: { 'content-type': 'application/merge-patch+json', 'if-match': '*' },
        payload: JSON.stringify({ explanation: String(Math.random()) }),
      });
    const stored = await run(request);
    expect((await touch(third)).statusCode).toBe(200);
    expect((await run(request)).snapshot_at).toBe(stored.snapshot_at);
    expect((await touch(second)).statusCode).toBe(200);
    expect((await run(request)).snapshot_at).not.toBe(stored.snapshot_at);
  });
});

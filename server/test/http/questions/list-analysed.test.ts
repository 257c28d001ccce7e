import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import { type AnalysisRecord, queueRun, runWhole, startTestWorker } from '../analysis/steps.ts';
import { expectProblem, getBody } from '../common.ts';
import { somebody } from '../views/steps.ts';

const service = await startTestService();
const texts = [
  'WHAT IS A COMET MADE OF?',
  'What is a comet?',
  'WHAT IS A STAR MADE OF?',
  'What is a moon?',
  'What is a moon?',
];
const bank = await service.create(texts.map((question_text) => draft({ question_text, correct_answer: 'It' })));
const [shouted, , shoutedToo] = bank.map(({ id }) => id);
const worker = await startTestWorker(service);
const flaws = await runWhole(service, 'item_flaws', { rules: ['shouting'] });
const duplicates = await runWhole(service, 'duplicates');
await worker.stop();
const queued = await queueRun(service, { analysis_type: 'topics', filter: {} });
const list = async (query: string, headers: Record<string, string> = {}) =>
  (await getBody(service, `/questions?${query}`, headers)).data.map(({ id }) => id);
const rowsOf = async ({ id }: AnalysisRecord) =>
  (await getBody<{ data: { a: { question_id: string } }[] }>(service, `/analysis/${id}/items`)).data;

describe('a list by analysis', () => {
  it('has the questions of its rows, of any status, in any order and with other filters', async () => {
    expect(await list(`analysis_id=${flaws.id}`)).toEqual([shouted, shoutedToo]);
    expect(await list(`analysis_id=${flaws.id.toUpperCase()}&sort=-created_at`)).toEqual([shoutedToo, shouted]);
    expect(await list(`analysis_id=${flaws.id}&q=star`)).toEqual([shoutedToo]);
    await service.request({ method: 'PATCH', url: `/questions/${shouted}`, payload: { status: 'archived' } });
    expect(await list(`analysis_id=${flaws.id}`)).toEqual([shouted, shoutedToo]);
    expect(await list(`analysis_id=${flaws.id}&status=ready`)).toEqual([shoutedToo]);
  });

  it('has one question of each pair', async () => {
    const rows = await rowsOf(duplicates);
    expect(rows.length).toBeGreaterThan(0);
    expect((await list(`analysis_id=${duplicates.id}`)).length).toBeLessThanOrEqual(rows.length);
  });

  it('can be counted', async () => {
    const facets = await service.request({ url: `/questions/facets?analysis_id=${flaws.id}` });
    expect(facets.json()).toMatchObject({ total: 2 });
  });

  it('is empty for one that does not exist or has no result', async () => {
    expect(await list(`analysis_id=${service.deps.newId()}`)).toEqual([]);
    expect(await list(`analysis_id=${queued.id}`)).toEqual([]);
  });

  it('is rejected above 100,000 rows, also in bulk', async () => {
    const { id } = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: [0] } });
    const { writes } = service.deps.db;
    const stored = (rows: number) =>
      writes.query({
        text: `insert into analysis_items (items_id, rank, shard, count, question_ids, versions, bodies)
               select $1, 0, n, 5000, array_fill($2::uuid, array[5000]), array_fill(1, array[5000]), array_fill('{}'::text, array[5000])
                 from generate_series(1, $3 / 5000) n
               on conflict do nothing`,
        values: [id, shouted, rows],
      });
    await stored(100_000);
    await writes.query({
      text: `update analyses set status = 'succeeded', items_id = $1, result = '{}' where id = $1`,
      values: [id],
    });
    expect(await list(`analysis_id=${id}`)).toEqual([shouted]);
    await stored(1_000_000);
    for (const url of [`/questions?analysis_id=${id}`, `/questions/facets?analysis_id=${id}`]) {
      const { errors } = expectProblem(await service.request({ url }), 400, 'validation_error');
      expect(errors).toMatchObject([{ code: 'out_of_range', parameter: 'analysis_id', maximum: 100_000 }]);
    }
    const payload = { filter: { analysis_id: id }, set: { difficulty: 0 }, dry_run: true };
    const bulk = await service.request({ method: 'POST', url: '/questions/bulk', payload });
    expect(expectProblem(bulk, 400, 'validation_error').errors).toMatchObject([{ pointer: '#/filter/analysis_id' }]);
  });

  it('needs questions:read and analysis:read', async () => {
    for (const scopes of [['questions:read'], ['questions:play', 'analysis:read']]) {
      const { headers } = await somebody(service, ...scopes);
      const reply = await service.request({ url: `/questions?analysis_id=${flaws.id}`, headers });
      expectProblem(reply, 403, 'insufficient_scope');
    }
    const { headers } = await somebody(service, 'questions:read', 'analysis:read');
    expect(await list(`analysis_id=${flaws.id}`, headers)).toEqual([shouted, shoutedToo]);
  });
});

import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';
import { type AnalysisRecord, runToEnd, startTestWorker } from './worker.ts';

/** Small enough to split the questions below into several shards. */
const service = await startTestService({ ANALYSIS_SHARD_SIZE: '3' });
await startTestWorker(service);

const q = (question_text: string, correct_answer: string, change: object = {}) =>
  draft({ question_text, correct_answer, ...change });
const bank = await service.create([
  q('Who wrote the play Hamlet?', 'William Shakespeare'),
  q('Which element has the symbol Fe?', 'Iron'),
  q('What is the capital of Australia?', 'Canberra'),
  q('Who wrote the play "Hamlet"?', 'William Shakespeare'),
  q('How many strings has a violin?', '4'),
  q('Who is the author of the play Hamlet?', 'William Shakespeare'),
  q('What is the capital city of Australia?', 'Sydney'),
  q('How deep is the Mariana Trench?', '11 kilometres'),
]);
const [hamlet, iron, canberra, sameHamlet, , otherHamlet, sydney] = bank.map(({ id }) => id);

interface PairRow {
  relation: string;
  group_id: number;
  a: { question_id: string; question_text: string | null };
  b: { question_id: string; question_text: string | null };
  differing_words: { a: string[]; b: string[] };
  answer_relation: string;
}

async function itemsOf({ id }: AnalysisRecord): Promise<PairRow[]> {
  return (await service.request({ url: `/analysis/${id}/items?limit=100` })).json<{ data: PairRow[] }>().data;
}
const pairsOf = (rows: readonly PairRow[]) =>
  rows.map(({ relation, a, b }) => [relation, a.question_id, b.question_id]);
const run = (body: object) => runToEnd(service, { analysis_type: 'duplicates', ...body });

describe('duplicates', () => {
  it('finds duplicates and contradictions across the shards of a bank', async () => {
    const record = await run({ filter: {} });
    expect(record.progress.total).toBeGreaterThan(3);
    expect(record.result?.summary).toMatchObject({ questions: 8, conflicts: 1, redundant: 2, dismissed_pairs: 0 });
    const rows = await itemsOf(record);
    expect(pairsOf(rows)).toEqual([
      ['conflict', canberra, sydney],
      ['exact', hamlet, sameHamlet],
      ['near', hamlet, otherHamlet],
    ]);
    expect(rows[0]).toMatchObject({
      a: { question_text: 'What is the capital of Australia?', correct_answer: 'Canberra' },
      b: { question_text: 'What is the capital city of Australia?', correct_answer: 'Sydney' },
      differing_words: { a: [], b: ['city'] },
      answer_relation: 'different',
    });
  });

  it('compares with the bank, not only with each other', async () => {
    const alone = await run({ question_ids: [sydney, iron] });
    expect(alone.result?.summary).toMatchObject({ questions: 2, compared_with: 0, conflicts: 0 });
    const withBank = await run({ question_ids: [sydney, iron], parameters: { scope: 'bank' } });
    expect(withBank.question_count).toBe(2);
    expect(withBank.result?.summary).toMatchObject({ questions: 2, compared_with: 6, conflicts: 1, redundant: 0 });
    expect(pairsOf(await itemsOf(withBank))).toEqual([['conflict', sydney, canberra]]);
  });

  it('leaves out pairs marked as different, and includes them again after a withdrawal', async () => {
    const dismissed = await service.request({
      method: 'POST',
      url: '/duplicates/dismissals',
      payload: { question_ids: [sydney, canberra] },
    });
    expect(dismissed.statusCode).toBe(201);
    const without = await run({ filter: {} });
    expect(without.result?.summary).toMatchObject({ conflicts: 0, dismissed_pairs: 1 });
    const { id } = dismissed.json<{ id: string }>();
    await service.request({ method: 'DELETE', url: `/duplicates/dismissals/${id}` });
    expect((await run({ filter: {} })).result?.summary).toMatchObject({ conflicts: 1, dismissed_pairs: 0 });
  });

  it('shows the texts that were analysed, not those of today', async () => {
    const record = await run({ filter: {} });
    const before = await itemsOf(record);
    const patch = {
      method: 'PATCH',
      url: `/questions/${canberra}`,
      headers: { 'if-match': '"1"', 'content-type': 'application/merge-patch+json' },
      payload: JSON.stringify({ question_text: 'What is the largest city of Australia?' }),
    } as const;
    expect((await service.request(patch)).statusCode).toBe(200);
    expect(await itemsOf(record)).toEqual(before);
    expect((await run({ filter: {} })).result?.summary).toMatchObject({ conflicts: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import { revealingRows } from '../../src/analysis/difficulty-check/bank.fixture.ts';
import { draft, startTestService } from '../harness.ts';
import { type AnalysisRecord, runToEnd, startTestWorker } from './worker.ts';

/** Small enough to split every bank below into several shards. */
const service = await startTestService({ ANALYSIS_SHARD_SIZE: '40' });
await startTestWorker(service);

interface Row {
  question_id: string;
  [member: string]: unknown;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const flawed = ['Which animal is not a mammal?', 'Which city is not a port?'].map((question_text) => ({
  question_text,
  correct_answer: 'Lisbon',
}));
const usual = numbers(80).map((index) => ({ question_text: `Which planet has number ${index} in the list?` }));
const long = [60, 70, 80].map((length) => ({ question_text: `Which planet is ${'very '.repeat(length)}large?` }));
const about = (category: string, words: readonly string[]) =>
  numbers(60).map((index) => {
    const word = (place: number) => words[place % words.length] ?? '';
    const question_text = `Which ${word(index)} has a ${word(index + 1)} and a ${word(3 * index + 2)}?`;
    return { category, question_text, correct_answer: word(index + 3) };
  });
const SKY = ['planet', 'moon', 'orbit', 'comet', 'galaxy', 'telescope', 'crater'];
const LAND = ['river', 'mountain', 'harbour', 'island', 'desert', 'valley', 'glacier'];
const misfiled = about('Geography', SKY).slice(0, 2);

interface Case {
  name: string;
  analysis_type: string;
  parameters?: object;
  bank: readonly object[];
  about?: string[];
  /** The member of the summary that counts rows. */
  counted: string;
}

const CASES: readonly Case[] = [
  {
    name: 'a flaw',
    analysis_type: 'item_flaws',
    bank: [...usual, ...flawed],
    about: ['negative_wording'],
    counted: 'flaws',
  },
  { name: 'all flaws of a question', analysis_type: 'item_flaws', bank: [...usual, ...flawed], counted: 'flaws' },
  {
    name: 'a flaw by rules of the caller',
    analysis_type: 'item_flaws',
    parameters: { max_question_words: 30, rules: ['negative_wording'] },
    bank: [...usual, ...flawed],
    about: ['negative_wording'],
    counted: 'flaws',
  },
  {
    name: 'an unusual length',
    analysis_type: 'text_statistics',
    bank: [...usual, ...long],
    about: ['question_text'],
    counted: 'outliers',
  },
  {
    name: 'a doubted level',
    analysis_type: 'difficulty_check',
    bank: revealingRows(240, new Set([11, 42, 77])).map(({ question_text, difficulty }) => ({
      question_text,
      difficulty,
    })),
    counted: 'flagged',
  },
  {
    name: 'a question that looks misfiled',
    analysis_type: 'topics',
    bank: [...about('Astronomy', SKY), ...about('Geography', LAND), ...misfiled],
    about: ['category'],
    counted: 'misfiled',
  },
];

async function rowsOf({ id }: AnalysisRecord): Promise<Row[]> {
  return (await service.request({ url: `/analysis/${id}/items?limit=1000` })).json<{ data: Row[] }>().data;
}

async function dismiss(payload: object): Promise<string> {
  const reply = await service.request({ method: 'POST', url: '/dismissals', payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ id: string }>().id;
}

const ids = (rows: readonly Row[]) => rows.map(({ question_id }) => question_id).toSorted();
const withoutFirst = ([, ...rest]: readonly Row[]) => ids(rest);

describe.each(CASES)('$name', ({ name, analysis_type, parameters = {}, bank, about: what, counted }) => {
  const tag = name.replaceAll(' ', '-');
  const run = async () => {
    const record = await runToEnd(service, { analysis_type, parameters, filter: { tag } });
    const warnings = (record.result?.['warnings'] ?? []) as { code: string; count: number }[];
    const warned = warnings.filter(({ code }) => code === 'dismissed');
    const { [counted]: count, dismissed } = record.result?.summary ?? {};
    return { record, count: Number(count), dismissed, warned, rows: await rowsOf(record) };
  };

  it('omits and counts a dismissed row until its question changes or the dismissal is withdrawn', async () => {
    await service.create(bank.map((given) => draft({ ...given, tags: [tag] })));
    const first = await run();
    expect([first.rows.length > 1, first.dismissed, first.warned]).toEqual([true, 0, []]);
    expect(first.record.progress.total).toBeGreaterThan(2);
    const [{ question_id } = { question_id: '' }] = first.rows;
    const request = { analysis_type, question_id, ...(what !== undefined && { about: what }) };

    const id = await dismiss(request);
    const second = await run();
    expect({ count: second.count, dismissed: second.dismissed }).toEqual({ count: first.count - 1, dismissed: 1 });
    expect(ids(second.rows)).toEqual(withoutFirst(first.rows));
    expect(second.warned).toMatchObject([{ count: 1 }]);
    expect(second.record.findings?.map(({ count }) => count)).not.toContain(first.count);
    expect((await run()).record.snapshot_at).toBe(second.record.snapshot_at);

    expect((await service.request({ method: 'DELETE', url: `/dismissals/${id}` })).statusCode).toBe(200);
    const third = await run();
    expect([third.count, third.dismissed, ids(third.rows)]).toEqual([first.count, 0, ids(first.rows)]);

    await dismiss(request);
    expect((await run()).count).toBe(first.count - 1);
    const payload = { explanation: 'It was looked at again.' };
    expect((await service.request({ method: 'PATCH', url: `/questions/${question_id}`, payload })).statusCode).toBe(
      200,
    );
    const last = await run();
    expect([last.count, last.dismissed, ids(last.rows)]).toEqual([first.count, 0, ids(first.rows)]);

    await service.request({ method: 'PATCH', url: `/questions/${question_id}`, payload: { explanation: null } });
    expect((await run()).count).toBe(first.count);
    await dismiss(request);
    expect((await run()).count).toBe(first.count - 1);
  });
});

import { describe, expect, it } from 'vitest';
import { readStoredQuestion } from '../../src/domain/questions/question.ts';
import { writeCsv } from '../../src/formats/csv/csv.ts';
import { Losses } from '../../src/formats/format.ts';
import { startTestService, type TestService } from '../harness.ts';
import {
  countQuestions,
  csvOf,
  importFile,
  plainRow,
  rejectsOf,
  reportsOf,
  startTestWorker,
  undo,
} from '../http/imports/steps.ts';

const TIMEOUT = 600_000;
const COUNT = 10_000;

/** Seven rows with different errors, by their place among the questions. */
const PLANTED = new Map([
  [3, ',4,Mathematics,0'],
  [1000, 'What is 1000 plus one?,,Mathematics,1'],
  [2500, 'What is 2500 plus one?,2501,Maths,1'],
  [4999, 'What is 4999 plus one?,5000,Mathematics,7'],
  [5000, 'What is 5000 plus one?,5001,Mathematics,banana'],
  [7777, `What is 7777 plus one?,${'9'.repeat(1001)},Mathematics,0`],
  [9999, 'What is 9999 plus\u0007one?,10000,Mathematics,0'],
]);
const EXPECTED = [
  { line: 5, column: 'question_text', code: 'empty_text' },
  { line: 1002, column: 'correct_answer', code: 'required' },
  { line: 2502, column: 'category', code: 'not_allowed', value: 'Maths' },
  { line: 5001, column: 'difficulty', code: 'out_of_range', value: '7' },
  { line: 5002, column: 'difficulty', code: 'invalid_type', value: 'banana' },
  { line: 7779, column: 'correct_answer', code: 'too_long' },
  { line: 10_001, column: 'question_text', code: 'invalid_characters' },
];
const planted = csvOf(COUNT, (index) => PLANTED.get(index) ?? plainRow(index));

/** Exports the whole bank as a file. */
async function exported({ deps }: TestService): Promise<string> {
  const { rows } = await deps.db.reads.query<{ body: string }>({
    text: 'select body from questions where deleted_at is null order by id',
  });
  const pieces: (string | Uint8Array)[] = [];
  const questions = rows.map(({ body }) => readStoredQuestion(body));
  for await (const piece of writeCsv(questions, new Losses())) pieces.push(piece);
  return pieces.join('');
}

const HEAVY = { timeout: TIMEOUT, tags: ['heavy'] };

describe('a file of 10,000 rows with 7 errors', () => {
  it('is reported to the row, imported in part, fixed, sent again and undone', HEAVY, async () => {
    const service = await startTestService();
    await startTestWorker(service);
    await service.create([
      { question_text: 'Was it here?', correct_answer: 'Yes', category: 'Science', difficulty: 0 },
    ]);
    const before = await exported(service);

    const rejected = await importFile(service, planted);
    expect(rejected).toMatchObject({
      status: 'failed',
      error: { code: 'import_rejected' },
      counts: { read: COUNT, created: 0, rejected: 7 },
    });
    const reports = await reportsOf(service, rejected.id);
    expect(reports).toMatchObject(EXPECTED);
    expect(reports).toHaveLength(7);
    expect(await countQuestions(service)).toBe(1);

    const partly = await importFile(service, planted, { mode: 'valid_only' });
    expect(partly).toMatchObject({ status: 'succeeded', counts: { read: COUNT, created: COUNT - 7, rejected: 7 } });
    expect(await countQuestions(service)).toBe(COUNT - 6);

    const rejects = await rejectsOf(service, partly.id);
    expect(rejects.trimEnd().split('\r\n')).toHaveLength(8);
    const fixed = `${rejects.split('\r\n')[0]}\n${[...PLANTED.keys()].map((index) => `${plainRow(index)}\n`).join('')}`;
    const rest = await importFile(service, fixed);
    expect(rest.counts).toMatchObject({ read: 7, created: 7, rejected: 0 });

    const again = await importFile(service, csvOf(COUNT));
    expect(again.counts).toEqual({ read: COUNT, created: 0, updated: 0, unchanged: COUNT, duplicate: 0, rejected: 0 });

    expect((await undo(service, rest.id)).undo).toMatchObject({ removed: 7, restored: 0, kept: 0 });
    expect((await undo(service, partly.id)).undo).toMatchObject({ removed: COUNT - 7, restored: 0, kept: 0 });
    expect(await exported(service)).toBe(before);
  });
});

describe('an import that updates', () => {
  it('is undone exactly, except for what somebody has changed since', { timeout: TIMEOUT }, async () => {
    const service = await startTestService();
    await startTestWorker(service);
    await importFile(service, csvOf(2500));
    const before = await exported(service);
    const changed = csvOf(2600, (index) => plainRow(index).replace('Mathematics', 'Science'));
    // The last rows change what the first ones changed and created.
    const twice = `${changed}${plainRow(0).replace('Mathematics', 'Geography')}\n${plainRow(2550).replace('Mathematics', 'Geography')}\n`;
    const updated = await importFile(service, twice, { on_duplicate: 'update' });
    expect(updated.counts).toMatchObject({ read: 2602, updated: 2502, created: 100, unchanged: 0 });
    expect((await undo(service, updated.id)).undo).toMatchObject({ restored: 2502, removed: 100, kept: 0 });
    expect(await exported(service)).toBe(before);

    const again = await importFile(service, changed, { on_duplicate: 'update' });
    const { rows } = await service.deps.db.reads.query<{ id: string }>({
      text: `select id from questions where deleted_at is null order by id limit 1`,
    });
    const url = `/questions/${rows[0]?.id}`;
    const patched = await service.request({ method: 'PATCH', url, payload: { category: 'Literature' } });
    expect(patched.statusCode, patched.body).toBe(200);
    expect((await undo(service, again.id)).undo).toMatchObject({ restored: 2499, removed: 100, kept: 1 });
  });
});

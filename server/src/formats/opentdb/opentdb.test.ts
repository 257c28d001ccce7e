import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { describeWithShared, sharedData } from '../../../test/shared-data.ts';
import { draftsOf, questionsOf, readAll, reportsOf } from '../exchange.fixture.ts';
import { readOpentdb } from './opentdb.ts';

const plain = {
  type: 'multiple',
  difficulty: 'hard',
  category: 'Science: Computers',
  question: 'What does "é" + 100% mean?',
  correct_answer: 'Café',
  incorrect_answers: ['a < b', '25°'],
};
const legacy = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const html = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('é', '&eacute;')
    .replaceAll('°', '&deg;');
const encoded = (encode: (text: string) => string, keepType: boolean) => ({
  ...Object.fromEntries(
    Object.entries(plain).map(([key, value]) => [key, Array.isArray(value) ? value.map(encode) : encode(value)]),
  ),
  ...(keepType && { type: plain.type }),
});
const reply = (results: unknown[], response_code = 0) => JSON.stringify({ response_code, results }, null, 1);

describe('OpenTDB JSON', () => {
  it.each([
    ['HTML entities', encoded(html, true)],
    ['urlLegacy', encoded(legacy, true)],
    ['url3986', encoded(encodeURIComponent, true)],
    ['base64', encoded(base64, false)],
  ])('is read as %s', async (_name, element) => {
    for (const size of [1, 7, 10_000]) {
      const drafts = draftsOf(await readAll(readOpentdb, reply([element, element]), {}, size));
      expect(drafts).toHaveLength(2);
      expect(drafts[0]).toMatchObject({
        question_text: plain.question,
        correct_answer: 'Café',
        incorrect_answers: ['a < b', '25°'],
        category: 'Science',
        topic_focus: 'Science: Computers',
        difficulty: 2,
        license: 'CC-BY-SA-4.0',
      });
      expect(drafts[0]?.external_id).toMatch(/^opentdb-[\da-f]{32}$/u);
      expect(drafts[1]?.external_id).toBe(drafts[0]?.external_id);
    }
  });

  it('may be a bare list, with strings that look like its end, and has line numbers', async () => {
    const text = JSON.stringify([{ ...plain, question: 'a ]}"\\' }, plain], null, 1);
    const rows = await readAll(readOpentdb, text, {}, 3);
    expect(questionsOf(rows).map(({ draft, place }) => [draft.question_text, place.line])).toEqual([
      ['a ]}"\\', 2],
      [plain.question, 13],
    ]);
  });

  it.each([
    [reply([], 5), 'opentdb_error', /Too many requests/u],
    ['{"response_code":1}', 'opentdb_error', /not enough/u],
    ['{"trivia_categories":[{"id":9}]}', 'wrong_format', /results/u],
    ['', 'empty_file', /empty/u],
    [reply([plain]).slice(0, -5), 'invalid_json', /does not end/u],
    [`{"response_code":0,"results":[{"question":"${'x'.repeat(1_100_000)}`, 'too_long', /no question in/u],
    ['['.repeat(200), 'invalid_json', /nested/u],
  ])('rejects %.40s', async (text, code, message) => {
    await expect(readAll(readOpentdb, text)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it('reports elements that are not questions, and an empty list', async () => {
    const rows = await readAll(readOpentdb, reply([{ question: 1 }, plain]));
    expect(reportsOf(rows)).toMatchObject([{ code: 'invalid_json', place: { line: 4 } }]);
    expect(draftsOf(rows)).toHaveLength(1);
    expect(await readAll(readOpentdb, reply([]))).toMatchObject([{ kind: 'note', code: 'no_questions' }]);
  });
});

describeWithShared('opentdb', 'OpenTDB as it was collected', () => {
  it('is read completely', async () => {
    const lines = gunzipSync(readFileSync(sharedData('opentdb', 'questions.jsonl.gz')))
      .toString()
      .trim()
      .split('\n');
    const results = lines.slice(0, 2000).map((line) => {
      const { question_text, correct_answer, topic } = JSON.parse(line) as Record<string, string>;
      return {
        ...plain,
        question: html(question_text ?? ''),
        correct_answer: html(correct_answer ?? ''),
        category: topic,
        incorrect_answers: [],
      };
    });
    const drafts = draftsOf(await readAll(readOpentdb, reply(results)));
    expect(drafts.map(({ question_text }) => question_text)).toEqual(
      lines.slice(0, 2000).map((line) => (JSON.parse(line) as { question_text: string }).question_text),
    );
  });
});

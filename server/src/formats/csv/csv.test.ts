import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWithShared } from '../../../test/shared-data.ts';
import type { Question } from '../../domain/questions/question.ts';
import {
  canonical,
  draftsOf,
  exchangeFile,
  questionsOf,
  readAll,
  reportsOf,
  squeeze,
  writeAll,
  wrongOf,
} from '../exchange.fixture.ts';
import type { Draft, Row } from '../format.ts';
import { storedQuestion, storedQuestions } from '../questions.fixture.ts';
import { readCsv, writeCsv } from './csv.ts';
import { CsvScanner } from './scanner.ts';

const DEFAULTS = {
  topic_focus: null,
  accepted_answers: [],
  incorrect_answers: [],
  explanation: null,
  tags: [],
  source: null,
  license: null,
  external_id: null,
};
const complete = (draft: Draft) => ({ ...DEFAULTS, ...draft }) as unknown as Question;

describe('CSV', () => {
  it('gives the same bytes after export, import and export, in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(storedQuestions, fc.integer({ min: 1, max: 700 }), async (questions, size) => {
        const { bytes, losses } = await writeAll(writeCsv, questions);
        const rows = await readAll(readCsv, bytes, {}, size);
        expect(reportsOf(rows)).toEqual([]);
        const again = await writeAll(writeCsv, draftsOf(rows).map(complete));
        expect(again.bytes.toString()).toBe(bytes.toString());
        expect(losses.fields.size + losses.skipped.size).toBe(0);
      }),
    );
  });

  it('counts wrong answers without a column', async () => {
    const [question] = fc.sample(storedQuestion, 1);
    const many = { ...(question as Question), incorrect_answers: ['a', 'b', 'c'] };
    const { bytes, losses } = await writeAll(writeCsv, [many], { wrongColumns: 2 });
    expect(bytes.toString().split('\r\n')[0]).toContain('incorrect_answer_2,tags');
    expect([...losses.fields]).toEqual([['incorrect_answers', 1]]);
  });

  it('makes formulas harmless on request', async () => {
    const [question] = fc.sample(storedQuestion, 1);
    const bad = {
      ...(question as Question),
      question_text: '=HYPERLINK("http://x")',
      correct_answer: '@a',
      explanation: '-1',
    };
    const safe = (await writeAll(writeCsv, [bad], { excelSafe: true })).bytes.toString();
    expect(safe).toContain(`"'=HYPERLINK(""http://x"")",'@a,`);
    expect(safe).toContain(",'-1,");
    expect((await writeAll(writeCsv, [bad])).bytes.toString()).toContain('"=HYPERLINK(""http://x"")",@a,');
  });

  it('accepts other column names, in any case, and levels by name', async () => {
    const text =
      'Question;ANSWER;Topic;Level;Wrong 1;Note;Incorrect_Answers\nWhy?;so;T;Hard;no;n;["a|b","c"]\nWho?;I;;easy;;;x | y\n';
    const rows = await readAll(readCsv, text);
    expect(rows[0]).toMatchObject({
      kind: 'columns',
      columns: [
        { field: 'question_text' },
        { field: 'correct_answer' },
        { field: 'topic_focus' },
        { field: 'difficulty' },
        { field: 'incorrect_answers' },
        { header: 'Note', field: null },
        { field: 'incorrect_answers' },
      ],
    });
    expect(draftsOf(rows)).toEqual([
      { question_text: 'Why?', correct_answer: 'so', topic_focus: 'T', difficulty: 2, incorrect_answers: ['a|b', 'c'] },
      { question_text: 'Who?', correct_answer: 'I', difficulty: 0, incorrect_answers: ['x', 'y'] },
    ]);
  });

  it('uses the columns that the caller chooses', async () => {
    const rows = await readAll(readCsv, 'a,b,c\n1,Why?,so\n', { columns: [null, 'question_text', 'correct_answer'] });
    expect(draftsOf(rows)).toEqual([{ question_text: 'Why?', correct_answer: 'so' }]);
  });

  describe('a header below a title', () => {
    const titled = 'Revision for week 3\n,,\n"For all\nclasses",,\nQuestion,Answer,Level\nWhy?,so,hard\n';
    const columns = ['question_text', 'correct_answer', null];

    it('is found when the caller chooses the columns, too', async () => {
      const rows = await readAll(readCsv, titled, { columns });
      expect(rows[0]).toMatchObject({ kind: 'columns', place: { line: 5 }, columns: [{ header: 'Question' }, {}, {}] });
      expect(draftsOf(rows)).toEqual([{ question_text: 'Why?', correct_answer: 'so' }]);
    });

    it('is the chosen line, whatever its names', async () => {
      const named = titled.replace('Question,Answer', 'Was?,Darum');
      const rows = await readAll(readCsv, named, { columns, headerRow: 5 });
      expect(rows[0]).toMatchObject({ place: { line: 5 }, columns: [{ header: 'Was?' }, { header: 'Darum' }, {}] });
      expect(draftsOf(rows)).toEqual([{ question_text: 'Why?', correct_answer: 'so' }]);
    });

    it.each([2, 4, 6, 7])('is not in line %i', async (headerRow) => {
      await expect(readAll(readCsv, titled, { headerRow })).rejects.toMatchObject({ code: 'no_header' });
    });

    it('may be missing: every row is a question, and columns have letters', async () => {
      const rows = await readAll(readCsv, 'Why?,so\nWho?,I\n', { columns: columns.slice(0, 2), headerRow: 0 });
      expect(rows[0]).toMatchObject({ columns: [{ header: 'A' }, { header: 'B' }], raw: '' });
      expect(draftsOf(rows)).toEqual([
        { question_text: 'Why?', correct_answer: 'so' },
        { question_text: 'Who?', correct_answer: 'I' },
      ]);
      await expect(readAll(readCsv, 'Why?,so\n', { headerRow: 0 })).rejects.toMatchObject({ code: 'no_header' });
    });

    it('is the first row if the caller chooses the columns and no row has known names', async () => {
      const text = `a,b\n${'q,r\n'.repeat(30)}`;
      for (const rows of [
        await readAll(readCsv, text, { columns: columns.slice(0, 2) }),
        await readAll(readCsv, text.slice(0, 12), { columns: columns.slice(0, 2) }),
      ]) {
        expect(rows[0]).toMatchObject({ kind: 'columns', place: { line: 1 } });
        expect(draftsOf(rows)[0]).toEqual({ question_text: 'q', correct_answer: 'r' });
      }
      expect(draftsOf(await readAll(readCsv, text, { columns: columns.slice(0, 2) }))).toHaveLength(30);
    });
  });

  it('names the cell of a wrong key, and the cells from which the options were read', async () => {
    const text = 'Question,A,B,,Key,A\nWhy?,x,y,z,D,w\nWho?,,y,z,B,w\nWhat?,x,y,,C,\n';
    const columns = ['question_text', 'option_a', 'option_b', 'option_c', 'key', null];
    const rows = await readAll(readCsv, text, { columns });
    expect(rows[0]).toMatchObject({
      columns: ['Question', 'A', 'B', 'D', 'Key', 'A (2)'].map((header) => ({ header })),
    });
    expect(reportsOf(rows)).toMatchObject([
      { code: 'bad_key', column: 'Key', value: 'Why?', place: { line: 2 } },
      { code: 'bad_key', column: 'Key', value: 'What?', place: { line: 4 } },
    ]);
    expect(questionsOf(rows)).toMatchObject([{ cells: { correct_answer: [2], incorrect_answers: [3] } }]);
  });

  it.each([
    ['an empty file', '', 'empty_file'],
    ['blank lines', '\n\n', 'empty_file'],
    ['no header', 'a,b\nc,d\n', 'no_header'],
    ['no answer column', 'question,topic\nWhy?,x\n', 'no_header'],
    ['5,000 columns', `question,answer${',x'.repeat(4998)}\nq,a\n`, 'too_many'],
    ['a quote that swallows the file', `question,answer\n"${'x,y\n'.repeat(400_000)}`, 'too_long'],
  ])('rejects %s', async (_name, text, code) => {
    await expect(readAll(readCsv, text)).rejects.toMatchObject({ name: 'FormatError', code });
  });

  it('reports a header without rows, and a quote that is not closed', async () => {
    expect((await readAll(readCsv, 'question,answer\n,\n')).at(-1)).toMatchObject({
      kind: 'note',
      code: 'no_questions',
    });
    const rows = await readAll(readCsv, 'question,answer\nWhy?,so\n"Who?,I\n');
    expect(reportsOf(rows)).toMatchObject([{ code: 'broken', place: { line: 3 } }]);
  });

  it('reads cells that look like formulas as text', async () => {
    const rows = await readAll(readCsv, 'question,answer\n"=HYPERLINK(""http://x"",""y"")",=1+1\n');
    expect(draftsOf(rows)).toEqual([{ question_text: '=HYPERLINK("http://x","y")', correct_answer: '=1+1' }]);
  });
});

describe('CsvScanner', () => {
  it('finds the same rows in any pieces, with the line where each begins', () => {
    const text = 'a,"b\r\nc"\r\n\n"d""e",f\rg,"h\ri",\n"j"k,l"m';
    const whole = scan(text, text.length);
    expect(whole.map(({ cells, line }) => ({ cells, line }))).toEqual([
      { cells: ['a', 'b\r\nc'], line: 1 },
      { cells: [''], line: 3 },
      { cells: ['d"e', 'f'], line: 4 },
      { cells: ['g', 'h\ri', ''], line: 5 },
      { cells: ['"j"k', 'l"m'], line: 7 },
    ]);
    expect(whole[1]?.raw).toBe('');
    expect(whole[2]?.raw).toBe('"d""e",f');
    for (let size = 1; size < text.length; size += 1) expect(scan(text, size)).toEqual(whole);
  });

  function scan(text: string, size: number) {
    const scanner = new CsvScanner(',');
    const records = [];
    for (let at = 0; at < text.length; at += size) records.push(...scanner.push(text.slice(at, at + size)));
    return [...records, ...scanner.end()];
  }
});

describeWithShared('exchange', 'CSV of other programs', () => {
  it('has the 38 questions of the equivalent set', async () => {
    const rows = await readAll(readCsv, exchangeFile('equivalent_set_ccbysa', 'questions.csv'));
    expect(
      draftsOf(rows).map((draft) => ({
        ...draft,
        incorrect_answers: (draft.incorrect_answers as string[]).toSorted(),
      })),
    ).toEqual(
      canonical().map((question) => ({
        external_id: question.id,
        question_text: question.question_text,
        correct_answer: question.correct_answer,
        category: question.category,
        difficulty: question.difficulty,
        topic_focus: question.topic,
        incorrect_answers: wrongOf(question),
      })),
    );
  });

  const folder = ['more', 'csv_excel_encodings_cc0'];
  const expected = () =>
    JSON.parse(exchangeFile(...folder, 'EXPECTED.json').toString()) as {
      canonical: Record<string, unknown>[];
      files: Record<string, { encoding: string; note: string }>;
    };

  it.each(Object.keys(expected().files))('reads %s in its encoding', async (name) => {
    const { canonical: questions, files } = expected();
    const rows = await readAll(readCsv, exchangeFile(...folder, name), {}, 100);
    const pi = files[name]?.note.includes('"Pi" instead') === true;
    const text = (value: unknown) => (pi ? squeeze(value).replace('π', 'Pi') : squeeze(value));
    expect(
      draftsOf(rows).map((draft) => [
        text(draft.question_text),
        draft.correct_answer,
        draft.incorrect_answers ?? [],
        draft.topic_focus,
        draft.difficulty,
      ]),
    ).toEqual(
      questions.map((question) => [
        text(question['question_text']),
        question['correct_answer'],
        question['incorrect_answers'],
        question['topic_focus'],
        question['difficulty'],
      ]),
    );
    expect(reportsOf(rows)).toEqual([]);
    const guessed = rows.find((row): row is Row & { kind: 'note' } => row.kind === 'note')?.value;
    const said = files[name]?.encoding ?? '';
    expect(guessed).toBe(
      said.startsWith('windows') ? 'windows-1252' : said.startsWith('mac') ? 'macintosh' : undefined,
    );
  });

  it('counts the line "sep=;"', async () => {
    const rows = await readAll(readCsv, exchangeFile(...folder, 'excel_sep_line_windows1252.csv'));
    expect(questionsOf(rows)[0]?.place.line).toBe(3);
  });
});

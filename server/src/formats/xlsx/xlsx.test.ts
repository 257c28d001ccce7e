import { describe, expect, it } from 'vitest';
import { describeWithShared } from '../../../test/shared-data.ts';
import { chunked, draftsOf, exchangeFile, questionsOf, readAll, reportsOf } from '../exchange.fixture.ts';
import { writeZip } from '../shared/zip-write.ts';
import { showNumber, shownAs } from './number-formats.ts';
import { readXlsx } from './xlsx.ts';

describe('numbers of a sheet', () => {
  it.each([
    ['8', 'number', '8'],
    ['3.4100000000000001', 'number', '3.41'],
    ['1E-3', 'number', '0.001'],
    ['0.25', 'percent', '25%'],
    ['0.07', 'percent', '7%'],
    ['25404', 'date', '1969-07-20'],
    ['1', 'date', '1900-01-01'],
    ['61', 'date', '1900-03-01'],
    ['45352.75', 'date', '2024-03-01 18:00'],
    ['0.5', 'date', '12:00'],
    ['0.999999', 'date', '1900-01-01'],
    ['-5', 'date', '-5'],
    ['1e300', 'date', '1e+300'],
    ['abc', 'number', 'abc'],
  ] as const)('%s as %s is %s', (text, shown, result) => {
    expect(showNumber(text, shown, false)).toBe(result);
  });

  it('count from 1904 if the workbook says so', () => {
    expect(showNumber('0', 'date', true)).toBe('1904-01-01');
    expect(showNumber('366', 'date', true)).toBe('1905-01-01');
  });

  it.each([
    [9, undefined, 'percent'],
    [14, undefined, 'date'],
    [47, undefined, 'date'],
    [2, undefined, 'number'],
    [164, 'd\\ mmmm\\ yyyy;@', 'date'],
    [164, '0.00" days"', 'number'],
    [164, '[Red]0.0%', 'percent'],
    [164, 'General', 'number'],
  ] as const)('format %i %s is a %s', (id, code, shown) => {
    expect(shownAs(id, code)).toBe(shown);
  });
});

describe('a workbook', () => {
  const book = async (rows: string, sheets = 1, strings = '') => {
    async function* entries() {
      yield {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns:r="r"><sheets>${'<sheet name="S" r:id="r1"/>'.repeat(sheets)}</sheets></workbook>`,
      };
      yield {
        name: 'xl/_rels/workbook.xml.rels',
        content: '<Relationships><Relationship Id="r1" Target="/xl/worksheets/a.xml"/></Relationships>',
      };
      yield { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` };
      yield { name: 'xl/worksheets/a.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` };
    }
    const parts: Uint8Array[] = [];
    for await (const part of writeZip(entries())) parts.push(part);
    return Buffer.concat(parts);
  };
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

  it('never evaluates formulas', async () => {
    const rows = `<row>${cell('question')}${cell('answer')}</row><row><c t="str"><f>HYPERLINK("http://x","y")</f><v>y?</v></c><c><f>1+1</f><v>2</v></c></row><row><c t="str"><f>WEBSERVICE("http://x")</f></c><c><v>3</v></c></row>`;
    const read = await readAll(readXlsx, await book(rows));
    expect(draftsOf(read)).toEqual([{ question_text: 'y?', correct_answer: '2' }]);
    expect(reportsOf(read)).toMatchObject([{ code: 'empty_text', place: { sheet: 'S', row: 3 } }]);
  });

  it('may have a cell in the last column of every row', async () => {
    const rows = Array.from(
      { length: 2000 },
      (_, index) =>
        `<row r="${index + 2}"><c r="A${index + 2}" t="inlineStr"><is><t>q${index}</t></is></c><c r="XFD${index + 2}"><v>1</v></c></row>`,
    );
    const read = await readAll(
      readXlsx,
      await book(`<row r="1">${cell('question')}${cell('answer')}</row>${rows.join('')}`),
    );
    expect(questionsOf(read)).toHaveLength(2000);
  });

  it.each(['1e300', '-5', '1.5', '0x10', 'NaN', '99999999', ''])(
    'counts its rows if one has the number "%s"',
    async (r) => {
      const bytes = await book(
        `<row r="3">${cell('question')}${cell('answer')}</row><row r="${r}">${cell('Why?')}${cell('so')}</row>`,
      );
      expect(questionsOf(await readAll(readXlsx, bytes))).toMatchObject([{ place: { row: 4 } }]);
    },
  );

  it('is rejected at a row whose cells share a long text, before they are joined', async () => {
    const header = `<row>${cell('question')}${cell('answer')}</row>`;
    const shared = '<c t="s"><v>0</v></c>'.repeat(100);
    const bytes = await book(`${header}<row>${shared}</row>`, 1, `<si><t>${'x'.repeat(100_000)}</t></si>`);
    await expect(readAll(readXlsx, bytes)).rejects.toMatchObject({
      code: 'too_long',
      place: { sheet: 'S', row: 2 },
    });
  });

  it('is rejected if two sheets are stored in one part', async () => {
    const bytes = await book(`<row>${cell('question')}${cell('answer')}</row>`, 2);
    await expect(readAll(readXlsx, bytes)).rejects.toMatchObject({ code: 'invalid_zip' });
  });

  it('has at most as many rows as Excel allows', { tags: ['heavy'] }, async () => {
    // Rows that differ, because equal ones would be compressed beyond the limit of a package.
    const rows = Array.from({ length: 1_100_000 }, (_, index) => `<row r="${index + 2}"/>`).join('');
    const bytes = await book(`<row>${cell('question')}${cell('answer')}</row>${rows}`);
    await expect(readAll(readXlsx, bytes)).rejects.toMatchObject({ code: 'too_many' });
  });

  it('has at most 4 million cells', { tags: ['heavy'] }, async () => {
    const rows = Array.from({ length: 16_100 }, (_, row) => {
      const cells = Array.from(
        { length: 250 },
        (__, column) => `<c><v>${(row * 7919 + column * 104_729) % 9973}</v></c>`,
      );
      return `<row>${cells.join('')}</row>`;
    });
    const bytes = await book(`<row>${cell('question')}${cell('answer')}</row>${rows.join('')}`);
    await expect(readAll(readXlsx, bytes)).rejects.toMatchObject({ code: 'too_many', place: { sheet: 'S' } });
  });

  it.each([
    ['no rows', '', 'no_header'],
    ['no header', `<row>${cell('a')}</row>`, 'no_header'],
    ['an entity', '<row><c><v>&x;</v></c></row>', 'invalid_xml'],
  ])('is rejected with %s', async (_name, rows, code) => {
    const bytes = await book(rows);
    await expect(readAll(readXlsx, bytes)).rejects.toMatchObject({ code });
  });
});

describeWithShared('exchange', 'workbooks of teachers', () => {
  it('reports the sheet and row of a question, and which sheets were skipped', async () => {
    const rows = [];
    for await (const row of readXlsx(chunked(exchangeFile('more', 'xlsx_teacher_cc0', 'teacher_messy.xlsx'))))
      rows.push(row);
    expect(questionsOf(rows)[0]?.place).toEqual({ sheet: 'Unit 3', row: 6 });
    expect(rows.flatMap((row) => (row.kind === 'note' ? [[row.code, row.value]] : []))).toEqual([
      ['no_questions', 'Vocabulary'],
      ['hidden_sheet', '_old'],
    ]);
    expect(rows.find((row) => row.kind === 'columns')?.columns.map(({ field }) => field)).toEqual([
      null,
      'question_text',
      'option_a',
      'option_b',
      'option_c',
      'option_d',
      'key',
      null,
      'topic_focus',
    ]);
  });
});

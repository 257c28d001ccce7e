import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../../src/formats/shared/zip-write.ts';
import { startTestService } from '../../harness.ts';
import { HEADER, importFile, type Query, reportsOf, startTestWorker } from './steps.ts';

const service = await startTestService();
await startTestWorker(service);

const check = (file: string | Buffer, query: Query = {}) => importFile(service, file, { dry_run: 'true', ...query });

const SHEETS = {
  Notes: [['Nothing to see here']],
  Tests: [
    ['Revision for week 3'],
    [],
    ['Question', 'A', 'B', 'Key', 'Category', 'Level'],
    ['Which planet has rings?', 'Saturn', 'Mars', 'A', 'Astronomy', 'schwer'],
    ['Which planet is red?', 'Saturn', 'Mars', 'C', 'Astronomy', 'leicht'],
    ['Which planet is it?', 'x'.repeat(1001), 'Mars', 'B', 'Astronomy', 'leicht'],
  ],
};

function workbook(): Promise<Buffer> {
  const cells = (row: readonly string[]) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const names = Object.keys(SHEETS);
  async function* entries() {
    yield {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r"><sheets>${names.map((name) => `<sheet name="${name}" r:id="${name}"/>`).join('')}</sheets></workbook>`,
    };
    yield {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${names.map((name) => `<Relationship Id="${name}" Target="worksheets/${name}.xml"/>`).join('')}</Relationships>`,
    };
    for (const [name, rows] of Object.entries(SHEETS)) {
      const content = rows.map((row, index) => `<row r="${index + 1}">${cells(row)}</row>`).join('');
      yield { name: `xl/worksheets/${name}.xml`, content: `<worksheet><sheetData>${content}</sheetData></worksheet>` };
    }
  }
  return buffer(Readable.from(writeZip(entries())));
}

describe('a checked file', () => {
  it('says where its header is, and maps levels', async () => {
    const file = 'Week 3,,,\n\nFrage,Antwort,Kategorie,Stufe\nWhat is it?,That,Science,SCHWER\n';
    const checked = await check(file, { difficulty_map: '{"schwer":2}' });
    expect(checked).toMatchObject({
      status: 'succeeded',
      header_row: 3,
      counts: { created: 1 },
      preview: [{ difficulty: 2 }],
    });
    const columns = '["question_text","correct_answer",null,null]';
    const defaults = '{"category":"Science","difficulty":0}';
    expect(await check(file, { columns, defaults })).toMatchObject({ header_row: 3, counts: { created: 1 } });
    expect(await check(file, { columns, defaults, header_row: '1' })).toMatchObject({
      header_row: 1,
      counts: { read: 2 },
    });
    expect(await check(file, { header_row: '2' })).toMatchObject({ status: 'failed', error: { code: 'no_header' } });
  });

  it('has one sheet if the caller chooses it, and reports name its cells', async () => {
    const file = await workbook();
    const query = { difficulty_map: '{"schwer":2,"leicht":0}' };
    expect(await check(file, query)).toMatchObject({
      counts: { created: 1, rejected: 2 },
      notes: [{ code: 'no_questions' }],
    });
    const checked = await check(file, { ...query, sheet: 'Tests' });
    expect(checked).toMatchObject({ header_row: 3, counts: { created: 1, rejected: 2 }, notes: [] });
    expect(await reportsOf(service, checked.id)).toMatchObject([
      { sheet: 'Tests', row: 5, column: 'Key', code: 'bad_key' },
      { sheet: 'Tests', row: 6, column: 'A', cell: 'B6', code: 'too_long' },
    ]);
    expect(await check(file, { ...query, sheet: 'Nowhere' })).toMatchObject({
      status: 'failed',
      error: { code: 'unknown_sheet', detail: expect.stringContaining('"Notes", "Tests"') },
    });
  });

  it('has fields under other names', async () => {
    const item = { question_text: 'What is it?', correct_answer: 'That', category: 'Science', difficulty: 0 };
    const file = `${JSON.stringify({ ...item, topic: 'Things', points: 3 })}\n`;
    const unmapped = await check(file);
    expect((await reportsOf(service, unmapped.id)).map(({ code, column }) => [code, column])).toEqual([
      ['unknown_field', 'topic'],
      ['unknown_field', 'points'],
    ]);
    expect(await check(file, { field_map: '{"topic":"topic_focus","points":null}' })).toMatchObject({
      counts: { created: 1, rejected: 0 },
      preview: [{ ...item, topic_focus: 'Things' }],
    });
  });

  it('lists the items that repeat an earlier one, apart from those in the bank', async () => {
    await service.create([{ question_text: 'Is it here?', correct_answer: 'Yes', category: 'Science', difficulty: 0 }]);
    const row = 'Is it new?,Yes,Science,0';
    const file = `${HEADER}\nIs it here?,Yes,Science,0\n${row}\n${row}\nIs it new?,Yes,Science,1\nIs it here?,Yes,Science,0\n`;
    const { counts, repeats } = await check(file);
    expect(counts).toMatchObject({ read: 5, created: 1, unchanged: 3, duplicate: 1 });
    const repeat = { sheet: null, row: null, first: 3, question_text: 'Is it new?' };
    expect(repeats).toEqual({
      unchanged: 1,
      duplicate: 1,
      items: [
        { ...repeat, outcome: 'unchanged', number: 3, line: 4 },
        { ...repeat, outcome: 'duplicate', number: 4, line: 5 },
      ],
    });
    const rejecting = await check(file, { on_duplicate: 'reject' });
    expect((await reportsOf(service, rejecting.id)).map(({ line, detail }) => [line, detail])).toContainEqual([
      5,
      'An earlier item of the file (line 3) has the same text and answer.',
    ]);
  });

  it('lists at most 100 repeats, and counts all', async () => {
    const { repeats } = await check(`${HEADER}\n${'Is it often?,Yes,Science,0\n'.repeat(1001)}`);
    expect(repeats?.items).toHaveLength(100);
    expect(repeats).toMatchObject({ unchanged: 1000, duplicate: 0 });
  });
});

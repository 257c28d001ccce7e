import { describe, expect, it } from 'vitest';
import { applyEdits, withCell } from '../table/edits.ts';
import { firstRows, headerLineOf, rowsBelow } from '../table/header.ts';
import type { Checked } from '../use-check.ts';
import type { Settings } from '../wizard.ts';
import { styleOf, writeNumber } from './number-formats.ts';
import { onlyTable, sheetAsTable } from './sheet-table.ts';

const rows = [
  ['Week 3; all, classes'],
  [],
  ['No.', 'Frage', 'Antwort'],
  ['1', 'Why?\nReally?', '3,14'],
  ['2', 'Who?', '"I"'],
];
const sheet = { name: 'Tests', rows };

describe('a sheet as a table', () => {
  it('has a record for each row, whatever lines its cells have', () => {
    const { records, separator } = sheetAsTable(sheet);
    expect(records.map(({ row, line, cells }) => [row, line, cells])).toEqual([
      [0, 1, ['sep=', '']],
      [1, 2, ['Week 3; all, classes']],
      [2, 3, ['']],
      [3, 4, ['No.', 'Frage', 'Antwort']],
      [4, 5, ['1', 'Why?\nReally?', '3,14']],
      [5, 7, ['2', 'Who?', '"I"']],
    ]);
    expect(applyEdits(records, withCell({}, 7, 2, 'Me'), separator)).toContain('"3,14"\n2,Who?,Me\n');
  });

  it('has a header that is probably the first row with most of the cells', () => {
    const table = sheetAsTable(sheet);
    expect(firstRows(table).map(({ row }) => row)).toEqual([1, 3, 4, 5]);
    const checked = { record: { header_row: null }, table, reports: [] } as unknown as Checked;
    expect(headerLineOf(checked, {} as Settings)).toBe(4);
    expect(headerLineOf(checked, { header_row: 0 } as Settings)).toBe(0);
    expect(rowsBelow(table, 4).map(({ row }) => row)).toEqual([4, 5]);
  });

  it('is chosen if no other sheet has rows of several cells', () => {
    const notes = { name: 'Notes', rows: [['Do not print'], ['Really']] };
    expect(onlyTable([notes, sheet])).toBe(sheet);
    expect(onlyTable([sheet, { ...sheet, name: 'More' }])).toBeUndefined();
    expect(onlyTable([notes])).toBeUndefined();
  });
});

describe('numbers of a sheet', () => {
  it.each([
    ['8', 'number', '8'],
    ['3.4100000000000001', 'number', '3.41'],
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
  ] as const)('%s as %s is %s, as the service reads it', (text, style, shown) => {
    expect(writeNumber(text, style, false)).toBe(shown);
  });

  it('count from 1904 if the workbook says so', () => {
    expect(writeNumber('366', 'date', true)).toBe('1905-01-01');
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
  ] as const)('format %i %s is a %s', (id, code, style) => {
    expect(styleOf(id, code)).toBe(style);
  });
});

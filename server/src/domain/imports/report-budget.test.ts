import { expect, it } from 'vitest';
import type { ImportReport } from './import.ts';
import { fitReports, reportBudget } from './report-budget.ts';

const reportOf = (number: number, raw: string | null): ImportReport => ({
  number,
  line: 7,
  sheet_row: null,
  sheet: 'Sheet',
  cell: 'A1',
  file: 'a.xml',
  item: 'item',
  column_name: 'question',
  code: 'too_long',
  detail: 'The text is too long.',
  fix: 'Shorten it.',
  value: 'é'.repeat(500),
  raw,
});

it('is twice the file size plus 16 MiB', () => {
  expect(reportBudget(10)).toBe(16 * 2 ** 20 + 20);
});

it('keeps reports unchanged while there is room', () => {
  const reports = [reportOf(128, 'x'.repeat(1000)), reportOf(256, null)];
  const { kept, wantedBytes, keptBytes } = fitReports(reports, 10_000);
  expect(kept).toEqual(reports);
  expect(keptBytes).toBe(wantedBytes);
  expect(wantedBytes).toBeGreaterThan(1000 + 2 * 1000);
});

it('shortens all reports from the first that does not fit, and says so', () => {
  const reports = [reportOf(128, 'small'), reportOf(256, 'x'.repeat(100_000)), reportOf(384, 'small')];
  const { kept, wantedBytes, keptBytes } = fitReports(reports, 10_000);
  expect(kept[0]).toEqual(reports[0]);
  for (const report of kept.slice(1)) {
    expect(report).toMatchObject({ line: 7, code: 'too_long', fix: 'Shorten it.', raw: null, value: '', item: null });
    expect(report.detail).toContain('left out');
  }
  expect(wantedBytes).toBeGreaterThan(100_000);
  expect(keptBytes).toBeLessThan(10_000);
});

it('keeps the essentials of each if there is no room at all', () => {
  const { keptBytes } = fitReports(
    Array.from({ length: 1000 }, (_, index) => reportOf(128 * index, 'x')),
    -1,
  );
  expect(keptBytes).toBeLessThan(300 * 1000);
});

import { describe, expect, it } from 'vitest';
import { countRejected } from '../../../src/store/imports/imports.ts';
import { appendImportReports } from '../../../src/store/imports/reports.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import {
  HEADER,
  type ImportBody,
  importFile,
  type ReportBody,
  rejectsOf,
  reportsOf,
  startTestWorker,
  UNKNOWN_ID,
} from './steps.ts';

const service = await startTestService();
await startTestWorker(service);
const bad = `${HEADER}\n"What is\none?",1,Nowhere,9\nWhat is two?,2,Science,0\nWhat is three?,,Science,0\n`;
const { id } = await importFile(service, bad);
const url = `/imports/${id}/reports`;

describe('200', () => {
  it('reports the place, problem and fix of every entry', async () => {
    const { data, pagination } = await getBody<ListBody<ReportBody>>(service, url);
    expect(pagination).toMatchObject({ total: 3, has_more: false });
    expect(data).toMatchObject([
      {
        number: 1,
        line: 2,
        column: 'category',
        code: 'not_allowed',
        value: 'Nowhere',
        fix: expect.stringContaining('category_map'),
      },
      { number: 1, line: 2, column: 'difficulty', code: 'out_of_range', value: '9' },
      {
        number: 3,
        line: 5,
        column: 'correct_answer',
        code: 'required',
        value: '',
        fix: expect.stringContaining('defaults'),
      },
    ]);
  });

  it('continues by cursor', async () => {
    const first = await getBody<ListBody<ReportBody>>(service, `${url}?limit=2`);
    const rest = await getBody<ListBody<ReportBody>>(service, `${url}?limit=2&cursor=${first.pagination.next_cursor}`);
    expect([...first.data, ...rest.data].map(({ column }) => column)).toEqual([
      'category',
      'difficulty',
      'correct_answer',
    ]);
  });
});

describe('the size of reports', () => {
  const size = async (importId: string) => {
    const { rows } = await service.deps.db.reads.query<{ bytes: number }>({
      text: `select coalesce(sum(octet_length(import_reports::text)), 0)::float8 as bytes from import_reports where import_id = $1`,
      values: [importId],
    });
    return rows[0]?.bytes ?? 0;
  };
  const stored = async () => {
    const { rows } = await service.deps.db.reads.query<{ bytes: number }>(
      'select coalesce(sum(bytes), 0)::float8 as bytes from daily_storage',
    );
    return rows[0]?.bytes ?? 0;
  };

  it('does not grow with a category shared by all items', async () => {
    const items = Array.from({ length: 300 }, (_, index) => `::n::What is ${index}?{=${index}}\n`);
    const file = `$CATEGORY: ${'x'.repeat(200_000)}\n\n${items.join('\n')}`;
    const before = await stored();
    const rejected = await importFile(service, file, { format: 'gift', defaults: '{"difficulty":0}' });
    expect(rejected.counts.rejected).toBe(300);
    expect(await size(rejected.id)).toBeLessThan(600_000);
    expect(await stored()).toBeGreaterThan(before + 100_000);
  });

  it('is bounded: further reports are shortened but counted, and the import says so', async () => {
    const text = 'x'.repeat(60_000);
    const { id: bounded } = await importFile(
      service,
      `${HEADER}\nWhat is ten?,10,Science,0\nWhat is one?,,Science,0\n`,
      { mode: 'valid_only' },
    );
    const [one] = await reportsOf(service, bounded);
    const report = { number: 0, line: 1, sheet_row: null, sheet: null, cell: null, file: null, item: null };
    const words = { column_name: null, code: 'required', detail: 'd', fix: 'f', value: 'v', raw: text };
    const MANY = 3000; // 180 MB, ten times the limit
    for (let from = 1; from <= MANY; from += 100)
      await appendImportReports(
        service.deps.db.writes,
        bounded,
        Array.from({ length: 100 }, (_, at) => ({ ...report, ...words, number: (from + at + 2) * 128 })),
      );
    expect(await size(bounded)).toBeLessThan(18 * 2 ** 20);
    expect((await reportsOf(service, bounded))[0]).toEqual(one);
    const shown = await getBody<ImportBody>(service, `/imports/${bounded}`, asOperator);
    expect(shown.notes).toMatchObject([{ code: 'reports_shortened', detail: expect.stringContaining('limit') }]);
    await countRejected(service.deps.db.writes, bounded);
    expect((await getBody<ImportBody>(service, `/imports/${bounded}`, asOperator)).counts.rejected).toBe(MANY + 1);
    expect((await rejectsOf(service, bounded)).length).toBeLessThan(18 * 2 ** 20);
  });

  it('counts towards the daily limit of the importer, beyond which nothing is imported', async () => {
    const small = await startTestService({ DAILY_STORAGE_MB: '1' });
    const headers = { 'content-type': 'text/csv', ...asOperator };
    const send = () => small.request({ method: 'POST', url: '/imports', headers, payload: `${HEADER}\n` });
    const first = await send();
    expect(first.statusCode, first.body).toBe(202);
    const report = { number: 128, line: 1, sheet_row: null, sheet: null, cell: null, file: null, item: null };
    const words = { column_name: null, code: 'required', detail: 'd', fix: 'f', value: 'v', raw: 'x'.repeat(2 ** 20) };
    await appendImportReports(small.deps.db.writes, first.json<ImportBody>().id, [{ ...report, ...words }]);
    expectProblem(await send(), 429, 'quota_exceeded');
  });
});

describe('304', () => {
  it('sends no body to a caller with the current list', async () => {
    const { etag } = (await service.request({ url })).headers;
    const again = await service.request({ url, headers: { 'if-none-match': String(etag) } });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ url: `/imports/${unknown}/reports` }), 404, 'import_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'imports');
});

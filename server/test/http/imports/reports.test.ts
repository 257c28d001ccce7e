import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { HEADER, importFile, type ReportBody, startTestWorker, UNKNOWN_ID } from './steps.ts';

const service = await startTestService();
await startTestWorker(service);
const bad = `${HEADER}\n"What is\none?",1,Nowhere,9\nWhat is two?,2,Science,0\nWhat is three?,,Science,0\n`;
const { id } = await importFile(service, bad);
const url = `/imports/${id}/reports`;

describe('200', () => {
  it('says of everything where it stands, what is wrong and what to do', async () => {
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

  it('goes on by cursor', async () => {
    const first = await getBody<ListBody<ReportBody>>(service, `${url}?limit=2`);
    const rest = await getBody<ListBody<ReportBody>>(service, `${url}?limit=2&cursor=${first.pagination.next_cursor}`);
    expect([...first.data, ...rest.data].map(({ column }) => column)).toEqual([
      'category',
      'difficulty',
      'correct_answer',
    ]);
  });
});

describe('304', () => {
  it('spares a caller the list they have', async () => {
    const { etag } = (await service.request({ url })).headers;
    const again = await service.request({ url, headers: { 'if-none-match': String(etag) } });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not know %s', async (unknown) => {
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

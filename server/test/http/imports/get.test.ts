import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { csvOf, type ImportBody, importFile, queueImport, startTestWorker, UNKNOWN_ID } from './steps.ts';

const service = await startTestService();
const { id } = await queueImport(service, csvOf(2));
const url = `/imports/${id}`;

describe('200', () => {
  it('shows how a file was read before anything is written', async () => {
    const other = await startTestService();
    await startTestWorker(other);
    const semicolons = 'Frage;Antwort;Kategorie;Schwierigkeit;Notiz\nWas ist groß?;Der Bär;Science;easy;x\n';
    const latin = Buffer.from(semicolons, 'latin1');
    const body = await importFile(other, latin, { dry_run: 'true', filename: 'fragen.csv' });
    expect(body).toMatchObject({
      status: 'succeeded',
      format: 'csv',
      encoding: 'windows-1252',
      counts: { read: 1, created: 1, rejected: 0 },
      columns: [
        { header: 'Frage', field: 'question_text' },
        { header: 'Antwort', field: 'correct_answer' },
        { header: 'Kategorie', field: 'category' },
        { header: 'Schwierigkeit', field: 'difficulty' },
        { header: 'Notiz', field: null },
      ],
      preview: [{ question_text: 'Was ist groß?', correct_answer: 'Der Bär', category: 'Science', difficulty: 0 }],
      progress: { completed: latin.length, total: latin.length },
    });
    expect(body.notes).toMatchObject([{ code: 'encoding' }]);
    expect((await other.request({ url: '/questions' })).json()).toMatchObject({ pagination: { total: 0 } });
  });

  it('is visible to the sender of the file and to the operator', async () => {
    expect((await getBody<ImportBody>(service, url)).id).toBe(id);
    expect((await getBody<ImportBody>(service, url, asOperator)).id).toBe(id);
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:read'] });
    expectProblem(await service.request({ url, headers: bearer(token) }), 404, 'import_not_found');
  });
});

describe('304', () => {
  it('sends no body until the import has progressed', async () => {
    const { etag } = (await service.request({ url })).headers;
    const headers = { 'if-none-match': String(etag) };
    const again = await service.request({ url, headers });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    await service.request({ method: 'POST', url: `${url}/cancel` });
    expect((await service.request({ url, headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ url: `/imports/${unknown}` }), 404, 'import_not_found');
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

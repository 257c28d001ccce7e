import { describe, expect, it } from 'vitest';
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
import { bearer, createKey } from '../credentials.ts';
import { csvOf, type ImportBody, queueImport } from './steps.ts';

const service = await startTestService();
const url = '/imports';
const made = [
  await queueImport(service, csvOf(1)),
  await queueImport(service, csvOf(2)),
  await queueImport(service, csvOf(3)),
];
const newestFirst = made.map(({ id }) => id).toReversed();
const idsIn = ({ data }: ListBody<ImportBody>) => data.map(({ id }) => id);

describe('200', () => {
  it('lists the imports of a caller, newest first, page by page', async () => {
    const first = await getBody<ListBody<ImportBody>>(service, `${url}?limit=2`);
    expect(idsIn(first)).toEqual(newestFirst.slice(0, 2));
    expect(first.pagination).toMatchObject({ total: 3, has_more: true });
    const second = await getBody<ListBody<ImportBody>>(
      service,
      `${url}?limit=2&cursor=${first.pagination.next_cursor}`,
    );
    expect(idsIn(second)).toEqual(newestFirst.slice(2));
  });

  it('shows the imports of others only to the operator', async () => {
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:read'] });
    expect((await getBody<ListBody<ImportBody>>(service, url, bearer(token))).data).toEqual([]);
    expect(idsIn(await getBody<ListBody<ImportBody>>(service, url, asOperator))).toEqual(newestFirst);
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

  it('rejects a damaged cursor', async () => {
    expectProblem(await service.request({ url: `${url}?cursor=nonsense` }), 400, 'invalid_cursor');
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

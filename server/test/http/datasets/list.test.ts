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
import { type DatasetRecord, drafts, freeze, url } from './steps.ts';

const service = await startTestService();
await service.create(drafts(3));
const made = [await freeze(service, {}, 'one'), await freeze(service, {}, 'two'), await freeze(service, {}, 'three')];

describe('200', () => {
  it('lists all datasets, newest first, page by page', async () => {
    const first = await getBody<ListBody<DatasetRecord>>(service, `${url}?limit=2`);
    expect(first.data).toEqual([made[2], made[1]]);
    expect(first.pagination).toMatchObject({ total: 3, has_more: true });
    const second = await getBody<ListBody<DatasetRecord>>(
      service,
      `${url}?limit=2&cursor=${first.pagination.next_cursor}`,
    );
    expect(second.data).toEqual([made[0]]);
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { headers } = await service.request({ url });
    const reply = await service.request({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(reply.statusCode).toBe(304);
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
  timesOut({ url }, 'datasets');
});

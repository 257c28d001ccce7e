import { describe, expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { addCategory, type MergeBody, removeCategory, runMerges } from './steps.ts';

const service = await startTestService();
await addCategory(service, 'Leaving');
await service.create(draft({ category: 'Leaving' }));
const { id } = (await removeCategory(service, 'Leaving', { merge_into: 'Science' })).json<MergeBody>();
const url = `/categories/merges/${id}`;
const headers = asOperator;
const UNKNOWN = '/categories/merges/01a1dcb4-4c4a-75f8-b904-7e31f36f1181';

describe('200', () => {
  it('reports its progress, and when to poll again until it is done', async () => {
    const before = await service.request({ url, headers });
    expect(before.json()).toEqual({
      id,
      from: 'Leaving',
      into: 'Science',
      status: 'queued',
      progress: { completed: 0, total: 1 },
      created_by: 'operator',
      created_at: expect.any(String),
      started_at: null,
      completed_at: null,
    });
    expect(before.headers['retry-after']).toBe('1');
    await runMerges(service);
    const after = await service.request({ url, headers });
    expect(after.json()).toMatchObject({ status: 'succeeded', progress: { completed: 1, total: 1 } });
    expect(after.json<MergeBody>().completed_at).not.toBeNull();
    expect(after.headers['retry-after']).toBeUndefined();
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { etag } = (await service.request({ url, headers })).headers;
    const reply = await service.request({ url, headers: { ...headers, 'if-none-match': String(etag) } });
    expect([reply.statusCode, reply.body]).toEqual([304, '']);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url, headers });
});

describe('404', () => {
  it.each([UNKNOWN, '/categories/merges/nonsense'])('does not find a merge at %s', async (unknown) => {
    expectProblem(await service.request({ url: unknown, headers }), 404, 'merge_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url, headers });
});

describe('503', () => {
  rejectsWithoutDatabase({ url, headers });
});

describe('504', () => {
  timesOut({ url: UNKNOWN, headers }, 'category_merges');
});

import { describe, expect, it } from 'vitest';
import { plantKey } from '../../access/credentials.ts';
import { startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
import {
  expectDeleted,
  expectProblem,
  rejectsOtherAccept,
  rejectsOtherContent,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer } from '../credentials.ts';
import { drafts, freeze, UNKNOWN_ID, url } from './steps.ts';

const service = await startTestService();
await service.create(drafts(3));
const { id } = await freeze(service);
const request = { method: 'DELETE', url: `${url}/${id}` } as const;

describe('200', () => {
  it('deletes the dataset with its members', async () => {
    const own = await startTestService();
    await own.create(drafts(3));
    const made = await freeze(own);
    const reply = await own.request({ method: 'DELETE', url: `${url}/${made.id}` });
    expectDeleted(reply);
    expect(await countRows(own, 'dataset_chunks')).toBe(0);
    expectProblem(await own.request({ method: 'DELETE', url: `${url}/${made.id}` }), 404, 'dataset_not_found');
  });

  it('is allowed for its creator and for those who may delete questions', async () => {
    const made = await freeze(service);
    const path = `${url}/${made.id}`;
    const reader = bearer(await plantKey(service, ['questions:read']));
    expectProblem(await service.request({ method: 'DELETE', url: path, headers: reader }), 404, 'dataset_not_found');
    const cleaner = bearer(await plantKey(service, ['questions:read', 'questions:delete']));
    expect((await service.request({ method: 'DELETE', url: path, headers: cleaner })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ method: 'DELETE', url: `${url}/${unknown}` }), 404, 'dataset_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('412', () => {
  rejectsOtherContent(service, async () => ({ ...request, url: `${url}/${(await freeze(service)).id}` }));
});

describe('413', () => {
  it('rejects a body over 64 KiB', async () => {
    expectProblem(await service.request({ ...request, payload: { x: 'x'.repeat(70_000) } }), 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'datasets');
});

import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { drafts, freeze, UNKNOWN_ID, url } from './steps.ts';

const service = await startTestService();
await service.create(drafts(3));
const dataset = await freeze(service);
const path = `${url}/${dataset.id}`;

describe('200', () => {
  it('returns the same as its creation', async () => {
    expect(await getBody(service, path)).toEqual(dataset);
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { headers } = await service.request({ url: path });
    const reply = await service.request({ url: path, headers: { 'if-none-match': String(headers.etag) } });
    expect(reply.statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url: path });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (id) => {
    expectProblem(await service.request({ url: `${url}/${id}` }), 404, 'dataset_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url: path });
});

describe('503', () => {
  rejectsWithoutDatabase({ url: path });
});

describe('504', () => {
  timesOut({ url: path }, 'datasets');
});

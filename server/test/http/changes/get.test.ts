import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { get, revert, type ShownChange, write } from './steps.ts';

const service = await startTestService();
const id = await write(service, 'POST', '/questions', draft());
const url = `/changes/${id}`;

describe('200', () => {
  it('shows the change and its revert', async () => {
    const change = await get<ShownChange>(service, url);
    expect(change).toMatchObject({ id, kind: 'create', actor: 'anonymous', count: 1, gone: 0, reverts: null });
    expect(change).toMatchObject({ reverted_by: null, status: 'succeeded', progress: null });
    const reverted = await revert(service, id);
    expect(await get(service, url)).toMatchObject({ reverted_by: reverted.change.id });
    expect(await get(service, `/changes/${reverted.change.id}`)).toMatchObject({ kind: 'revert', reverts: id });
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
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ url: `/changes/${unknown}` }), 404, 'change_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'changes');
});

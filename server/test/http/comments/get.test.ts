import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  createOne,
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { somebody } from '../views/steps.ts';
import { asked, comment, urlOf } from './steps.ts';

const service = await startTestService();
const question = await createOne(service);
const made = await comment(service, question.id);
const url = `${urlOf(question.id)}/${made.id}`;
const request = { url, headers: asOperator };

describe('200', () => {
  it('returns the comment to everybody who may read questions, with the version that PATCH expects', async () => {
    const reader = await somebody(service, 'questions:read');
    const reply = await service.request({ url, headers: reader.headers });
    expect(reply.json()).toEqual(made);
    const headers = { ...asOperator, 'if-match': String(reply.headers.etag) };
    expect((await service.request(asked('PATCH', made, { resolved: false }, headers))).statusCode).toBe(200);
  });
});

describe('304', () => {
  it('sends no body while the comment stays as it is', async () => {
    const headers = { ...asOperator, 'if-none-match': `"${made.version}"` };
    expect((await service.request({ url, headers })).statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('shows comments to no player', async () => {
    const player = await somebody(service, 'questions:play');
    expectProblem(await service.request({ url, headers: player.headers }), 403, 'insufficient_scope');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (id) => {
    expectProblem(await service.request({ url: `${urlOf(question.id)}/${id}` }), 404, 'comment_not_found');
  });

  it('does not find the comment on another question', async () => {
    const other = await createOne(service);
    expectProblem(await service.request({ url: `${urlOf(other.id)}/${made.id}` }), 404, 'comment_not_found');
    expect(await getBody(service, url, asOperator)).toMatchObject({ id: made.id });
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'comments');
});

import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';

const service = await startTestService();
const [question] = await service.create(draft());
const url = `/questions/${question?.id}`;

describe('200', () => {
  it('returns the question as it was created, with its version as ETag', async () => {
    const reply = await service.request({ url });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual(question);
    expect(reply.headers.etag).toBe('"1"');
  });

  it('serves the same under /v1, with the standard headers', async () => {
    const reply = await service.request({ url: `/v1${url}`, headers: { 'x-request-id': 'my-id.1' } });
    expect(reply.json()).toEqual(question);
    expect(reply.headers).toMatchObject({
      'api-version': '0.1.0',
      'x-request-id': 'my-id.1',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it('accepts the id in upper case', async () => {
    const reply = await service.request({ url: `/questions/${question?.id.toUpperCase()}` });
    expect(reply.statusCode).toBe(200);
  });
});

describe('304', () => {
  it.each(['"1"', 'W/"1"', '"7", "1"', '*'])('replies to If-None-Match %s without a body', async (tag) => {
    const reply = await service.request({ url, headers: { 'if-none-match': tag } });
    expect(reply.statusCode).toBe(304);
    expect(reply.body).toBe('');
    expect(reply.headers.etag).toBe('"1"');
  });

  it('sends the full question to a caller with another version', async () => {
    const reply = await service.request({ url, headers: { 'if-none-match': '"2"' } });
    expect(reply.statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('404', () => {
  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense', '1', '%00'])('does not find %s', async (id) => {
    expectProblem(await service.request({ url: `/questions/${id}` }), 404, 'question_not_found');
  });

  it('reports when a question was deleted and how to restore it', async () => {
    const [deleted] = await service.create(draft());
    await service.request({ method: 'DELETE', url: `/questions/${deleted?.id}` });
    const problem = expectProblem(
      await service.request({ url: `/questions/${deleted?.id}` }),
      404,
      'question_not_found',
    );
    expect(problem.detail).toContain('restore');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url });
});

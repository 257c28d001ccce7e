import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  createOne,
  expectDeleted,
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { somebody } from '../views/steps.ts';
import { asked, comment, urlOf } from './steps.ts';

const service = await startTestService();
const question = await createOne(service);
const shown = await comment(service, question.id);
const request = asked('DELETE', shown);
const reader = await somebody(service, 'questions:read', 'questions:write');

describe('200', () => {
  it('lets its author delete it', async () => {
    const own = await createOne(service);
    const made = await comment(service, own.id, 'Oh.', reader.headers);
    const reply = await service.request(asked('DELETE', made, undefined, reader.headers));
    expectDeleted(reply);
    expect((await getBody(service, urlOf(own.id), reader.headers)).data).toEqual([]);
    expectProblem(await service.request(asked('DELETE', made)), 404, 'comment_not_found');
  });

  it('lets those who manage people delete any comment', async () => {
    const made = await comment(service, question.id, 'Rude.', reader.headers);
    expect((await service.request(asked('DELETE', made))).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('401', () => {
  it('rejects callers without a token', async () => {
    expectProblem(await service.request(asked('DELETE', shown, undefined, {})), 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects other callers, even those who may write', async () => {
    const reply = await service.request(asked('DELETE', shown, undefined, reader.headers));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('people:manage');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (id) => {
    expectProblem(await service.request(asked('DELETE', { ...shown, id })), 404, 'comment_not_found');
  });

  it('does not find it under another question', async () => {
    const other = await createOne(service);
    const reply = await service.request(asked('DELETE', { ...shown, question_id: other.id }));
    expectProblem(reply, 404, 'comment_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('412', () => {
  it('keeps a comment that has changed since it was read', async () => {
    const reply = await service.request(asked('DELETE', shown, undefined, { ...asOperator, 'if-match': '"9"' }));
    expectProblem(reply, 412, 'precondition_failed');
  });
});

describe('413', () => {
  it('rejects a body over 64 KiB', async () => {
    expectProblem(await service.request({ ...request, payload: { x: 'x'.repeat(70_000) } }), 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('428', () => {
  it('rejects a deletion without If-Match if the operator requires it', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    const made = await comment(strict, (await createOne(strict)).id);
    expectProblem(await strict.request(asked('DELETE', made)), 428, 'precondition_required');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'comments');
});

import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, type StoredQuestion, startTestService } from '../../harness.ts';
import { comment } from '../comments/steps.ts';
import {
  createOne,
  eventsOf,
  expectProblem,
  getBody,
  type ListBody,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { startTestWorker, UNKNOWN_ID } from '../imports/steps.ts';
import { type ChangeBody, revert, storedContents } from './bulk-steps.ts';

const service = await startTestService();
await startTestWorker(service);
const asked = (id: string, payload: object, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: `/questions/${id}/merge`,
  payload,
  headers,
});
const pair = async (change: object = {}) => [await createOne(service), await createOne(service, change)] as const;
const fresh = async () => {
  const [kept, other] = await pair();
  return asked(kept.id, { other: other.id, take: [] });
};
const request = await fresh();

async function merge(kept: StoredQuestion, other: StoredQuestion, take: readonly string[] = []) {
  const reply = await service.request(asked(kept.id, { other: other.id, take }));
  expect(reply.statusCode, reply.body).toBe(200);
  return { question: reply.json<StoredQuestion>(), change: String(reply.headers['change-id']), reply };
}

describe('200', () => {
  it('copies the named fields from the other question and deletes it, as one change', async () => {
    const [kept, other] = await pair({ explanation: 'It is', tags: ['a'], external_id: 'merge-1', topic_focus: 'Sun' });
    const { question, change, reply } = await merge(kept, other, ['explanation', 'tags', 'external_id']);
    expect(question).toEqual({
      ...kept,
      explanation: 'It is',
      tags: ['a'],
      external_id: 'merge-1',
      version: 2,
      updated_at: question.updated_at,
    });
    expect(reply.headers.etag).toBe('"2"');
    expect(await getBody(service, `/questions/${kept.id}`)).toEqual(question);
    expect(await getBody<ChangeBody>(service, `/changes/${change}`)).toMatchObject({ kind: 'merge', count: 2 });
    expect((await eventsOf(service, kept.id)).at(-1)).toMatchObject({
      type: 'question.updated',
      changed: ['explanation', 'tags', 'external_id'],
    });
    expect((await eventsOf(service, other.id)).at(-1)).toMatchObject({ type: 'question.deleted', version: 2 });
  });

  it('keeps the version of the question if nothing in it changes', async () => {
    const [kept, other] = await pair();
    const { question, change } = await merge(kept, other, ['question_text']);
    expect(question).toEqual(kept);
    expect(await getBody<ChangeBody>(service, `/changes/${change}`)).toMatchObject({ count: 1 });
  });

  it('shows where the other question was merged into, until it is restored', async () => {
    const [kept, other] = await pair();
    await merge(kept, other);
    for (const { method, payload } of [
      { method: 'GET' as const, payload: undefined },
      { method: 'PATCH' as const, payload: {} },
    ]) {
      const reply = await service.request({
        method,
        url: `/questions/${other.id}`,
        ...(payload && { payload }),
      });
      expect(expectProblem(reply, 404, 'question_not_found')).toMatchObject({ merged_into: kept.id });
      expect(reply.headers.link).toBe(`</questions/${kept.id}>; rel="successor-version"`);
    }
    await service.request({ method: 'POST', url: `/questions/${other.id}/restore` });
    expect((await service.request({ url: `/questions/${other.id}` })).statusCode).toBe(200);
    await service.request({ method: 'DELETE', url: `/questions/${other.id}` });
    const again = await service.request({ url: `/questions/${other.id}` });
    expect(expectProblem(again, 404, 'question_not_found')).not.toHaveProperty('merged_into');
  });

  it('moves the dismissals of the other question, and moves them back when the merge is reverted', async () => {
    const [kept, other] = await pair();
    const third = await createOne(service);
    const same = await createOne(service);
    const before = await storedContents(service);
    for (const question_ids of [
      [other.id, third.id],
      [other.id, same.id],
      [kept.id, same.id],
      [kept.id, other.id],
    ]) {
      const dismissed = await service.request({
        method: 'POST',
        url: '/duplicates/dismissals',
        headers: asOperator,
        payload: { question_ids },
      });
      expect(dismissed.statusCode, dismissed.body).toBe(201);
    }
    const row = await service.request({
      method: 'POST',
      url: '/dismissals',
      headers: asOperator,
      payload: { analysis_type: 'topics', question_id: other.id },
    });
    expect(row.statusCode, row.body).toBe(201);
    const { change } = await merge(kept, other, ['explanation']);
    const partners = async (id: string) => {
      const { data } = await getBody<ListBody<{ question_ids: string[] }>>(
        service,
        `/duplicates/dismissals?question_id=${id}`,
        asOperator,
      );
      return data.flatMap(({ question_ids }) => question_ids.filter((one) => one !== id)).toSorted();
    };
    const rows = async (id: string) => {
      const { data } = await getBody<ListBody<{ question_id: string }>>(service, '/dismissals', asOperator);
      return data.filter(({ question_id }) => question_id === id).length;
    };
    expect(await partners(kept.id)).toEqual([other.id, third.id, same.id].toSorted());
    expect([await rows(kept.id), await rows(other.id)]).toEqual([1, 0]);
    await revert(service, change);
    expect(await storedContents(service)).toEqual(before);
    expect(await partners(kept.id)).toEqual([other.id, same.id].toSorted());
    expect(await partners(other.id)).toEqual([kept.id, third.id, same.id].toSorted());
    expect([await rows(kept.id), await rows(other.id)]).toEqual([0, 1]);
  });

  it('moves its comments, and moves them back when the merge is reverted', async () => {
    const [kept, other] = await pair();
    const [mine, first, second] = [
      await comment(service, kept.id, 'Kept'),
      await comment(service, other.id, 'First'),
      await comment(service, other.id, 'Second'),
    ];
    const said = async (id: string) => {
      const { data } = await getBody<ListBody<{ id: string }>>(service, `/questions/${id}/comments`, asOperator);
      return data.map((one) => one.id).toSorted();
    };
    const { change } = await merge(kept, other);
    expect(await said(kept.id)).toEqual([mine.id, first.id, second.id].toSorted());
    const later = await comment(service, kept.id, 'Said of both');
    await revert(service, change);
    expect(await said(kept.id)).toEqual([mine.id, later.id].toSorted());
    expect(await said(other.id)).toEqual([first.id, second.id].toSorted());
  });

  replaysByKey(service, fresh);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it('rejects another question that does not exist, is deleted, or is the same', async () => {
    const [kept, other] = await pair();
    await service.request({ method: 'DELETE', url: `/questions/${other.id}` });
    for (const [id, code] of [
      [UNKNOWN_ID, 'resource_missing'],
      [other.id, 'resource_missing'],
      [kept.id.toUpperCase(), 'validation_error'],
    ] as const) {
      const reply = await service.request(asked(kept.id, { other: id }));
      expect(expectProblem(reply, 400, code).errors).toMatchObject([{ pointer: '#/other' }]);
    }
  });

  it('rejects unknown or repeated fields', async () => {
    const [kept, other] = await pair();
    for (const take of [['id'], ['tags', 'tags']])
      expect((await service.request(asked(kept.id, { other: other.id, take }))).statusCode).toBe(400);
  });
});

describe('403', () => {
  it('needs questions:delete', async () => {
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:read'] });
    expectProblem(await service.request({ ...(await fresh()), headers: bearer(token) }), 403, 'insufficient_scope');
  });

  it('needs questions:read, since copied fields would reveal the answer of the other question', async () => {
    const { token } = await createKey(service, {
      scopes: ['questions:write', 'questions:delete', 'questions:play'],
    });
    const [kept, other] = await pair({ incorrect_answers: ['Venus'] });
    const rejected = await service.request(
      asked(kept.id, { other: other.id, take: ['incorrect_answers'] }, bearer(token)),
    );
    expect(expectProblem(rejected, 403, 'insufficient_scope').detail).toContain('questions:read');
    expect(await getBody(service, `/questions/${other.id}`)).toEqual(other);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    const { id } = await createOne(service);
    expectProblem(await service.request(asked(unknown, { other: id })), 404, 'question_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);
});

describe('412', () => {
  it('rejects a merge into another version', async () => {
    const [kept, other] = await pair();
    const payload = { other: other.id };
    expectProblem(await service.request(asked(kept.id, payload, { 'if-match': '"2"' })), 412, 'precondition_failed');
    expect((await service.request(asked(kept.id, payload, { 'if-match': '"1"' }))).statusCode).toBe(200);
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, fresh, { other: UNKNOWN_ID });
});

describe('428', () => {
  it('requires If-Match if the operator does', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    const [kept, other] = [await createOne(strict), await createOne(strict)];
    expectProblem(await strict.request(asked(kept.id, { other: other.id })), 428, 'precondition_required');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});

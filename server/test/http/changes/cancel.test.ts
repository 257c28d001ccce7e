import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  createOne,
  expectProblem,
  getBody,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
  withKey,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { csvOf, queueImport, UNKNOWN_ID } from '../imports/steps.ts';
import { type ChangeBody, numbered, queueBulk } from '../questions/bulk-steps.ts';

// There is no worker, so queued jobs stay queued.
const service = await startTestService({ BULK_UNFINISHED: '100000' });
await service.create(numbered(2));
const asked = (id: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: `/changes/${id}/cancel`,
  headers,
});
const begin = async (other = service) => {
  const { data } = await getBody(other, '/questions?limit=1');
  const question_ids = data.map(({ id }) => id);
  return (await queueBulk(other, { question_ids, expected_count: 1, add_tags: ['never'] })).id;
};
const fresh = async () => asked(await begin());
const request = await fresh();

describe('200', () => {
  it('cancels a queued bulk change, and reports that nothing was changed', async () => {
    const id = await begin();
    const reply = await service.request(asked(id));
    expect(reply.statusCode, reply.body).toBe(200);
    const canceled = reply.json<ChangeBody>();
    expect(canceled).toMatchObject({
      id,
      status: 'canceled',
      count: 0,
      progress: { completed: 0, total: 1 },
      bulk: { matched: 1, changed: 0 },
    });
    expect(await getBody(service, `/changes/${id}`, asOperator)).toEqual(canceled);
    const { rows } = await service.deps.db.reads.query({
      text: 'select from bulk_members where bulk_id = $1',
      values: [id],
    });
    expect(rows).toEqual([]);
  });

  replaysByKey(service, fresh);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);
});

describe('403', () => {
  it('needs questions:read, as starting a bulk change does', async () => {
    const id = await begin();
    const { token } = await createKey(service, { scopes: ['questions:write'] });
    expectProblem(await service.request(asked(id, bearer(token))), 403, 'insufficient_scope');
    expect(await getBody<ChangeBody>(service, `/changes/${id}`)).toMatchObject({ status: 'queued' });
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked(unknown)), 404, 'change_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);

  it('succeeds once', async () => {
    const again = await fresh();
    expect((await service.request(again)).statusCode).toBe(200);
    const { detail } = expectProblem(await service.request(again), 409, 'change_not_cancelable');
    expect(detail).toContain('canceled');
  });

  it('rejects a change that was written immediately', async () => {
    const { id } = await createOne(service);
    const patched = await service.request({ method: 'PATCH', url: `/questions/${id}`, payload: { difficulty: 2 } });
    const reply = await service.request(asked(String(patched.headers['change-id'])));
    expectProblem(reply, 409, 'change_not_cancelable');
  });

  it('does not cancel an import', async () => {
    const { id } = await queueImport(service, csvOf(1));
    expectProblem(await service.request(asked(id)), 404, 'change_not_found'); // nothing is written yet
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  it('rejects a key that was used with another body', async () => {
    const keyed = withKey(await fresh(), 'once');
    expect((await service.request(keyed)).statusCode).toBe(200);
    expectProblem(await service.request({ ...keyed, payload: {} }), 422, 'idempotency_key_reused');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => {
    await other.create(numbered(1));
    return asked(await begin(other));
  }, 'changes');
});

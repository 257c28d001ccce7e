import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
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
import { bearer, createKey, UNKNOWN_ID } from '../credentials.ts';
import { asked, disable, makeWebhook, sendTest } from './steps.ts';

const SINCE = { since: '2026-01-01T00:00:00.000Z' };
const service = await startTestService();
const fresh = async () => asked('POST', `${(await makeWebhook(service)).id}/replay`, SINCE);
const request = await fresh();

describe('202', () => {
  it('restarts only deliveries that failed since then', async () => {
    const [{ id }, other] = [await makeWebhook(service), await makeWebhook(service)];
    const [old, failed, sent] = [await sendTest(service, id), await sendTest(service, id), await sendTest(service, id)];
    const foreign = await sendTest(service, other.id);
    const end = (delivery: { id: string }, status: string, createdAt: string) =>
      service.deps.db.writes.query({
        text: `update webhook_deliveries set status = $2, created_at = $3, next_attempt_at = null, completed_at = now() where id = $1`,
        values: [delivery.id, status, createdAt],
      });
    await end(old, 'failed', '2025-12-31T23:59:59.999Z');
    await end(failed, 'failed', SINCE.since);
    await end(sent, 'succeeded', SINCE.since);
    await end(foreign, 'failed', SINCE.since);
    const reply = await service.request(asked('POST', `${id}/replay`, SINCE));
    expect([reply.statusCode, reply.json()]).toEqual([202, { replayed: 1 }]);
    const { rows } = await service.deps.db.reads.query(
      `select id from webhook_deliveries where next_attempt_at is not null`,
    );
    expect(rows).toEqual([{ id: failed.id }]);
  });

  replaysByKey(service, fresh);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([{}, { since: 'yesterday' }])('rejects %j', async (payload) => {
    const reply = await service.request({ ...request, payload });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ pointer: '#/since' }]);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('POST', `${unknown}/replay`, SINCE)), 404, 'webhook_not_found');
  });

  it('hides those of other callers', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    expectProblem(await service.request({ ...(await fresh()), headers: bearer(token) }), 404, 'webhook_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);

  it('rejects a disabled webhook', async () => {
    const { id } = await makeWebhook(service);
    await disable(service, id);
    expectProblem(await service.request(asked('POST', `${id}/replay`, SINCE)), 409, 'webhook_disabled');
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
    expect((await service.request(keyed)).statusCode).toBe(202);
    expectProblem(
      await service.request({ ...keyed, payload: { since: '2026-01-02T00:00:00.000Z' } }),
      422,
      'idempotency_key_reused',
    );
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'webhooks');
});

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
import { asked, type DeliveryRecord, disable, makeWebhook, sendTest } from './steps.ts';

const service = await startTestService();
const fresh = async () => asked('POST', `${(await makeWebhook(service)).id}/test`);
const request = await fresh();

describe('202', () => {
  it('creates a delivery of a test message like any other', async () => {
    const { id } = await makeWebhook(service, { types: ['question.created'] });
    const delivery = await sendTest(service, id);
    expect(delivery).toMatchObject({
      webhook_id: id,
      message_id: expect.stringMatching(/^msg_[\w-]{27}$/u),
      type: 'webhook.test',
      status: 'pending',
      attempts: 0,
      next_attempt_at: delivery.created_at,
      completed_at: null,
      log: [],
    } satisfies Partial<DeliveryRecord>);
    const { rows } = await service.deps.db.reads.query<{ body: string }>({
      text: 'select body from webhook_deliveries where webhook_id = $1',
      values: [id],
    });
    expect(JSON.parse(rows[0]?.body ?? '')).toEqual({
      id: delivery.id,
      type: 'webhook.test',
      timestamp: delivery.created_at,
      data: { id, version: 1, changed: [], url: `/webhooks/${id}` },
    });
  });

  replaysByKey(service, fresh);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('POST', `${unknown}/test`)), 404, 'webhook_not_found');
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
    expectProblem(await service.request(asked('POST', `${id}/test`)), 409, 'webhook_disabled');
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
    expectProblem(await service.request({ ...keyed, payload: {} }), 422, 'idempotency_key_reused');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'webhooks');
});

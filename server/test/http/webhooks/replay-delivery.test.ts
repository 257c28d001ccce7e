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
const fresh = async () => {
  const { id } = await makeWebhook(service);
  return asked('POST', `${id}/deliveries/${(await sendTest(service, id)).id}/replay`);
};
const request = await fresh();

describe('202', () => {
  it('restarts a delivery under the same id', async () => {
    const { id } = await makeWebhook(service);
    const delivery = await sendTest(service, id);
    await service.deps.db.writes.query({
      text: `update webhook_deliveries
                set status = 'failed', attempts = 10, round_attempts = 10, next_attempt_at = null, completed_at = now()
              where id = $1`,
      values: [delivery.id],
    });
    const reply = await service.request(asked('POST', `${id}/deliveries/${delivery.id}/replay`));
    expect(reply.statusCode, reply.body).toBe(202);
    const again = reply.json<DeliveryRecord>();
    const { next_attempt_at } = again;
    expect(again).toEqual({ ...delivery, attempts: 10, next_attempt_at });
    expect(next_attempt_at).not.toBeNull();
    const { rows } = await service.deps.db.reads.query({
      text: 'select round_attempts from webhook_deliveries where id = $1',
      values: [delivery.id],
    });
    expect(rows).toEqual([{ round_attempts: 0 }]);
  });

  replaysByKey(service, fresh);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(
      await service.request(asked('POST', `${unknown}/deliveries/${UNKNOWN_ID}/replay`)),
      404,
      'webhook_not_found',
    );
  });

  it('hides those of other callers', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    expectProblem(await service.request({ ...(await fresh()), headers: bearer(token) }), 404, 'webhook_not_found');
  });

  it.each([UNKNOWN_ID, 'nonsense'])('does not find the delivery %s', async (unknown) => {
    const { id } = await makeWebhook(service);
    expectProblem(
      await service.request(asked('POST', `${id}/deliveries/${unknown}/replay`)),
      404,
      'delivery_not_found',
    );
  });

  it('does not find deliveries of another webhook', async () => {
    const [one, other] = [await makeWebhook(service), await makeWebhook(service)];
    const { id } = await sendTest(service, one.id);
    const reply = await service.request(asked('POST', `${other.id}/deliveries/${id}/replay`));
    expectProblem(reply, 404, 'delivery_not_found');
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
    expectProblem(
      await service.request(asked('POST', `${id}/deliveries/${UNKNOWN_ID}/replay`)),
      409,
      'webhook_disabled',
    );
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

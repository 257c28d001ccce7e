import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
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
import { at, auditOf, bearer, createKey, DAY_SECONDS, secondsAfter, UNKNOWN_ID } from '../credentials.ts';
import { asked, makeWebhook, type NewWebhookRecord, url } from './steps.ts';

const service = await startTestService();
const prepare = async () => asked('POST', `${(await makeWebhook(service)).id}/rotate`, {});
const request = await prepare();

describe('200', () => {
  it.each([
    ['a day', {}, DAY_SECONDS],
    ['the requested time', { grace_seconds: 60 }, 60],
  ])('creates a new secret and keeps the old one for %s', async (_name, payload, seconds) => {
    const { id, secret: before } = await makeWebhook(service);
    const now = new Date();
    const reply = await at(service, now, () => service.request(asked('POST', `${id}/rotate`, payload)));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { secret, ...webhook } = reply.json<NewWebhookRecord>();
    expect(secret).toMatch(/^whsec_/u);
    expect(secret).not.toBe(before);
    expect(webhook).toMatchObject({
      version: 2,
      previous_secret_until: secondsAfter(now, seconds).toISOString(),
    });
    expect(await getBody(service, `${url}/${id}`, asOperator)).toEqual(webhook);
    expect((await auditOf(service, `webhook:${id}`)).at(-1)).toMatchObject({
      action: 'webhook.rotated',
      details: { grace_seconds: seconds },
    });
  });

  replaysByKey(service, prepare);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([-1, 7 * DAY_SECONDS + 1])('rejects a grace of %i seconds', async (grace_seconds) => {
    const reply = await service.request({ ...request, payload: { grace_seconds } });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ pointer: '#/grace_seconds' }]);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('POST', `${unknown}/rotate`, {})), 404, 'webhook_not_found');
  });

  it('hides those of other callers', async () => {
    const { id } = await makeWebhook(service);
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    const reply = await service.request(asked('POST', `${id}/rotate`, {}, bearer(token)));
    expectProblem(reply, 404, 'webhook_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, prepare);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, prepare, { grace_seconds: 7 });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'webhooks');
});

import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey, UNKNOWN_ID } from '../credentials.ts';
import { asked, disable, makeWebhook, url } from './steps.ts';

const service = await startTestService();
const { secret: _secret, ...webhook } = await makeWebhook(service);
const request = asked('GET', webhook.id);

describe('200', () => {
  it('shows the webhook, also by its id in upper case', async () => {
    expect(await getBody(service, `${url}/${webhook.id.toUpperCase()}`, asOperator)).toEqual(webhook);
  });

  it('reports why it is disabled, and what to do', async () => {
    const { id } = await makeWebhook(service);
    await disable(service, id);
    expect(await getBody(service, `${url}/${id}`, asOperator)).toMatchObject({
      enabled: false,
      disabled_reason: 'by_owner',
      notice: expect.stringContaining('You have disabled'),
    });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { headers } = await service.request(request);
    const again = await service.request({
      ...request,
      headers: { ...asOperator, 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('GET', unknown)), 404, 'webhook_not_found');
  });

  it('hides those of other callers', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    expectProblem(await service.request(asked('GET', webhook.id, undefined, bearer(token))), 404, 'webhook_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'webhooks');
});

import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey, UNKNOWN_ID } from '../credentials.ts';
import { asked, type DeliveryRecord, makeWebhook, sendTest, url } from './steps.ts';

const service = await startTestService();
const { id } = await makeWebhook(service);
const made: string[] = [];
for (let count = 0; count < 3; count += 1) made.unshift((await sendTest(service, id)).id);
const request = asked('GET', `${id}/deliveries`);

const list = (query = '') => getBody<ListBody<DeliveryRecord>>(service, `${url}/${id}/deliveries${query}`, asOperator);

describe('200', () => {
  it('shows deliveries, newest first, page by page', async () => {
    const { data, pagination } = await list('?limit=2');
    expect(data.map((delivery) => delivery.id)).toEqual(made.slice(0, 2));
    expect(pagination.total).toBe(3);
    const rest = await list(`?limit=2&cursor=${pagination.next_cursor}`);
    expect(rest.data.map((delivery) => delivery.id)).toEqual(made.slice(2));
  });

  it('filters by status', async () => {
    expect((await list('?status=pending')).pagination.total).toBe(3);
    expect((await list('?status=failed')).data).toEqual([]);
  });
});

describe('304', () => {
  it('sends no body to a caller with the current list', async () => {
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

  it('rejects an unknown status, and a cursor of another webhook', async () => {
    expectProblem(await service.request(asked('GET', `${id}/deliveries?status=lost`)), 400, 'validation_error');
    const { pagination } = await list('?limit=2');
    const reply = await service.request(
      asked('GET', `${id}/deliveries?status=pending&cursor=${pagination.next_cursor}`),
    );
    expectProblem(reply, 400, 'invalid_cursor');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('GET', `${unknown}/deliveries`)), 404, 'webhook_not_found');
  });

  it('hides those of other callers', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    const reply = await service.request(asked('GET', `${id}/deliveries`, undefined, bearer(token)));
    expectProblem(reply, 404, 'webhook_not_found');
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

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
import { bearer, createKey } from '../credentials.ts';
import { makeWebhook, url, type WebhookRecord } from './steps.ts';

const service = await startTestService();
const request = { url, headers: asOperator };
const owner = bearer((await createKey(service, { scopes: ['webhooks:manage'] })).token);
const made: string[] = [];
for (const headers of [asOperator, owner, asOperator]) made.push((await makeWebhook(service, {}, headers)).id);

const list = (query: string, headers: Record<string, string>) =>
  getBody<ListBody<WebhookRecord>>(service, `${url}${query}`, headers);

describe('200', () => {
  it('shows the operator all webhooks, and others their own, without secrets', async () => {
    const all = await list('', asOperator);
    expect(all.data.map(({ id }) => id)).toEqual(made);
    expect(JSON.stringify(all)).not.toMatch(/whsec_|sealed:/u);
    const own = await list('', owner);
    expect(own.data.map(({ id }) => id)).toEqual([made[1]]);
    expect(own.pagination.total).toBe(1);
  });

  it('continues by cursor', async () => {
    const { pagination } = await list('?limit=2', asOperator);
    const rest = await list(`?limit=2&cursor=${pagination.next_cursor}`, asOperator);
    expect(rest.data.map(({ id }) => id)).toEqual(made.slice(2));
  });
});

describe('304', () => {
  it('sends no body to a caller with the current list', async () => {
    const { headers } = await service.request(request);
    const again = await service.request({ url, headers: { ...asOperator, 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('rejects a cursor of another owner', async () => {
    const { pagination } = await list('?limit=2', asOperator);
    const reply = await service.request({ url: `${url}?cursor=${pagination.next_cursor}`, headers: owner });
    expectProblem(reply, 400, 'invalid_cursor');
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

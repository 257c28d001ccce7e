import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
import {
  expectDeleted,
  expectProblem,
  rejectsOtherAccept,
  rejectsOtherContent,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { auditOf, bearer, createKey, UNKNOWN_ID } from '../credentials.ts';
import { asked, makeWebhook, sendTest } from './steps.ts';

const service = await startTestService();
const { id } = await makeWebhook(service);
const request = asked('DELETE', id);

describe('200', () => {
  it('deletes the webhook with its deliveries', async () => {
    const own = await startTestService();
    const made = await makeWebhook(own);
    await sendTest(own, made.id);
    const reply = await own.request(asked('DELETE', made.id));
    expectDeleted(reply);
    expect([await countRows(own, 'webhooks'), await countRows(own, 'webhook_deliveries')]).toEqual([0, 0]);
    expectProblem(await own.request(asked('DELETE', made.id)), 404, 'webhook_not_found');
    expect((await auditOf(own, `webhook:${made.id}`)).at(-1)).toMatchObject({ action: 'webhook.deleted' });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('DELETE', unknown)), 404, 'webhook_not_found');
  });

  it('hides those of other callers', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    expectProblem(await service.request(asked('DELETE', id, undefined, bearer(token))), 404, 'webhook_not_found');
    expect((await service.request({ url: `/webhooks/${id}`, headers: asOperator })).statusCode).toBe(200);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('412', () => {
  rejectsOtherContent(service, async () => asked('DELETE', (await makeWebhook(service)).id));
});

describe('413', () => {
  it('rejects a body over 64 KiB', async () => {
    expectProblem(await service.request({ ...request, payload: { x: 'x'.repeat(70_000) } }), 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'webhooks');
});

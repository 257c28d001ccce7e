import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherContent,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { auditOf, bearer, createClient, createKey, getAccessToken, UNKNOWN_ID } from '../credentials.ts';
import { asked, makeWebhook, url, type WebhookRecord } from './steps.ts';

const service = await startTestService();
const { id } = await makeWebhook(service);
const request = asked('PATCH', id, { description: 'A' });

async function change(webhook: string, payload: object): Promise<WebhookRecord> {
  const reply = await service.request(asked('PATCH', webhook, payload));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<WebhookRecord>();
}

describe('200', () => {
  it('changes the given fields and keeps the rest', async () => {
    const { secret: _secret, ...made } = await makeWebhook(service, { types: ['question.created'], description: 'A' });
    const changed = await change(made.id, { url: 'https://example.org/', categories: ['science'] });
    const expected = { ...made, url: 'https://example.org/', categories: ['Science'], version: 2 };
    expect(changed).toEqual({ ...expected, updated_at: changed.updated_at });
    expect(await getBody(service, `${url}/${made.id}`, asOperator)).toEqual(changed);
    const cleared = { description: null, types: null, categories: null };
    expect(await change(made.id, cleared)).toMatchObject({ ...cleared, version: 3 });
  });

  it('disables the webhook, and enables it without its earlier failures', async () => {
    const { id: own } = await makeWebhook(service);
    const disabled = await change(own, { enabled: false });
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'by_owner' });
    await service.deps.db.writes.query({
      text: `update webhooks set failing_since = now(), failures = 5, resume_at = now() where id = $1`,
      values: [own],
    });
    expect(await change(own, { enabled: true })).toMatchObject({
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      notice: null,
      failing_since: null,
    });
    const { rows } = await service.deps.db.reads.query({
      text: 'select failures, resume_at from webhooks where id = $1',
      values: [own],
    });
    expect(rows).toEqual([{ failures: 0, resume_at: null }]);
  });

  it('is recorded in the audit log', async () => {
    const { id: own } = await makeWebhook(service);
    await change(own, { enabled: false, description: 'B' });
    expect((await auditOf(service, `webhook:${own}`)).at(-1)).toMatchObject({
      action: 'webhook.updated',
      details: { fields: ['description', 'enabled'] },
    });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    ['http', { url: 'http://example.com/' }, '#/url'],
    ['a private address', { url: 'https://10.0.0.1/' }, '#/url'],
    ['a category that does not exist', { categories: ['Nowhere'] }, '#/categories/0'],
    ['a string for a boolean', { enabled: 'yes' }, '#/enabled'],
  ])('rejects %s', async (_name, payload, pointer) => {
    const reply = await service.request(asked('PATCH', id, payload));
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ pointer }]);
  });
});

describe('403', () => {
  it('rejects event types that the creator of the webhook may not see', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    const { id: own } = await makeWebhook(service, {}, bearer(token));
    const reply = await service.request(asked('PATCH', own, { types: ['question.created'] }));
    expectProblem(reply, 403, 'insufficient_scope');
  });

  it('prevents a token of its creator with fewer scopes from redirecting its events', async () => {
    const client = await createClient(service, { scopes: ['webhooks:manage', 'questions:read', 'analysis:read'] });
    const as = async (scope: string) => bearer((await getAccessToken(service, client, scope)).access_token);
    const [whole, narrow] = [await as('webhooks:manage questions:read analysis:read'), await as('webhooks:manage')];
    const types = ['question.created', 'webhook.disabled'];
    const { id: own, secret: _secret, ...made } = await makeWebhook(service, { types }, whole);
    const test = (await service.request(asked('POST', `${own}/test`, undefined, whole))).json<{ id: string }>();
    const attempts = [
      asked('PATCH', own, { url: 'https://mallory.example/' }, narrow),
      asked('PATCH', own, { types: null }, narrow),
      asked('PATCH', own, { types: ['webhook.disabled'] }, narrow),
      asked('PATCH', own, { enabled: false }, narrow),
      asked('POST', `${own}/rotate`, {}, narrow),
      asked('POST', `${own}/test`, undefined, narrow),
      asked('POST', `${own}/replay`, { since: '2026-01-01T00:00:00.000Z' }, narrow),
      asked('POST', `${own}/deliveries/${test.id}/replay`, undefined, narrow),
      asked('DELETE', own, undefined, narrow),
    ];
    for (const attempt of attempts) {
      const rejected = expectProblem(await service.request(attempt), 403, 'insufficient_scope');
      expect(rejected.detail).toContain(', which events of type question.created need.');
    }
    expect(await getBody(service, `${url}/${own}`, whole)).toEqual({ id: own, ...made });
    // The token has its own scopes, which do not extend to those of the webhook.
    const { id: plain } = await makeWebhook(service, { types: ['webhook.disabled'] }, whole);
    const renamed = await service.request(asked('PATCH', plain, { description: 'B' }, narrow));
    expect(renamed.statusCode, renamed.body).toBe(200);
    for (const wider of [null, ['analysis.succeeded']])
      expectProblem(await service.request(asked('PATCH', plain, { types: wider }, narrow)), 403, 'insufficient_scope');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked('PATCH', unknown, {})), 404, 'webhook_not_found');
  });

  it('hides those of other callers', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    const reply = await service.request(asked('PATCH', id, { enabled: false }, bearer(token)));
    expectProblem(reply, 404, 'webhook_not_found');
    expect(await getBody(service, `${url}/${id}`, asOperator)).toMatchObject({ enabled: true });
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('412', () => {
  rejectsOtherContent(service, async () => asked('PATCH', (await makeWebhook(service)).id, { description: 'B' }));
});

describe('413', () => {
  rejectsLargeBodies(service, request);
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

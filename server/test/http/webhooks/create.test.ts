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
import { auditOf, bearer, createKey, freshIdempotencyKey, TIMESTAMP, UUID_V7 } from '../credentials.ts';
import { makeWebhook, type NewWebhookRecord, TARGET, url } from './steps.ts';

const service = await startTestService();
const request = { method: 'POST', url, headers: asOperator, payload: { url: TARGET } } as const;

async function storedOf(own: typeof service): Promise<string> {
  const tables = ['webhooks', 'audit_log', 'idempotency_keys'];
  const texts = tables.map(async (table) => {
    const { rows } = await own.deps.db.reads.query(`select row_to_json(entry)::text as text from ${table} entry`);
    return JSON.stringify(rows);
  });
  return (await Promise.all(texts)).join('\n');
}

describe('201', () => {
  it('creates a webhook and shows its secret once', async () => {
    const payload = { url: TARGET, description: 'Cache', types: ['question.created'], categories: ['geography'] };
    const reply = await service.request({ ...request, url: `/v1${url}`, payload });
    expect(reply.statusCode, reply.body).toBe(201);
    const { secret, ...webhook } = reply.json<NewWebhookRecord>();
    expect(webhook).toEqual({
      ...payload,
      id: expect.stringMatching(UUID_V7),
      categories: ['Geography'],
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      notice: null,
      failing_since: null,
      previous_secret_until: null,
      created_by: 'operator',
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: webhook.created_at,
      version: 1,
    });
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{32}$/u);
    expect(reply.headers).toMatchObject({ location: `/v1${url}/${webhook.id}`, 'cache-control': 'no-store' });
    expect(await getBody(service, `${url}/${webhook.id}`, asOperator)).toEqual(webhook);
  });

  it('stores the secret encrypted, with the key of the operator or one in the database', async () => {
    for (const environment of [{}, { WEBHOOK_KEY: 'k'.repeat(40) }]) {
      const own = await startTestService(environment);
      const { secret } = await makeWebhook(own, {}, { ...asOperator, ...freshIdempotencyKey() });
      const stored = await storedOf(own);
      expect(stored).toContain('sealed:');
      for (const spelling of [secret, secret.slice('whsec_'.length)]) expect(stored).not.toContain(spelling);
      await own.end();
    }
  });

  it('belongs to its creator, and is recorded in the audit log', async () => {
    const { id: key, token } = await createKey(service, { scopes: ['webhooks:manage', 'questions:read'] });
    const { id, created_by } = await makeWebhook(service, {}, bearer(token));
    expect(created_by).toBe(`token:${key}`);
    expect(await auditOf(service, `webhook:${id}`)).toMatchObject([
      { action: 'webhook.created', actor: created_by, details: { url: TARGET } },
    ]);
  });

  replaysByKey(service, async () => request);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['something that is not a URL', 'hooks'],
    ['http', 'http://hooks.example.com/'],
    ['another scheme', 'ftp://hooks.example.com/'],
    ['a socket', 'unix:/var/run/docker.sock'],
    ['a user name', 'https://me@hooks.example.com/'],
    ['a password', 'https://me:secret@hooks.example.com/'],
    ['a fragment', 'https://hooks.example.com/#top'],
    ['an empty fragment', 'https://hooks.example.com/#'],
    ['a private address', 'https://192.168.1.1/'],
    ['this machine, by a number', 'https://2130706433/'],
    ['this machine, by IPv6', 'https://[::1]/'],
  ])('rejects %s', async (_name, target) => {
    const reply = await service.request({ ...request, payload: { url: target } });
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors).toMatchObject([{ code: 'not_allowed', pointer: '#/url' }]);
    expect(reply.body).not.toContain('secret@');
  });

  it('accepts http and private networks if the operator allows them', async () => {
    const own = await startTestService({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_NETWORKS: '192.168.0.0/16' });
    await makeWebhook(own, { url: 'http://192.168.1.1/' });
    const reply = await own.request({ ...request, payload: { url: 'http://10.0.0.1/' } });
    expectProblem(reply, 400, 'validation_error');
    await own.end();
  });

  it.each([
    ['a type that does not exist', { types: ['question.eaten'] }, '#/types/0'],
    ['no type at all', { types: [] }, '#/types'],
    ['a category that does not exist', { categories: ['Science', 'Nowhere'] }, '#/categories/1'],
    ['a long URL', { url: `https://example.com/${'x'.repeat(2000)}` }, '#/url'],
  ])('rejects %s', async (_name, change, pointer) => {
    const reply = await service.request({ ...request, payload: { url: TARGET, ...change } });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ pointer }]);
  });
});

describe('403', () => {
  it('rejects event types outside the scopes of the caller', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage', 'questions:read'] });
    const payload = { url: TARGET, types: ['question.created', 'analysis.succeeded'] };
    const reply = await service.request({ ...request, headers: bearer(token), payload });
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('analysis:read');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, async () => request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, async () => request, { url: `${TARGET}/other` });
});

describe('429', () => {
  it('rejects more than 100 of one principal', async () => {
    const { token } = await createKey(service, { scopes: ['webhooks:manage'] });
    for (let made = 0; made < 100; made += 1) await makeWebhook(service, {}, bearer(token));
    const reply = await service.request({ ...request, headers: bearer(token) });
    expect(expectProblem(reply, 429, 'quota_exceeded').detail).toBe('You have reached the limit of 100 webhooks.');
    await makeWebhook(service);
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'webhooks');
});

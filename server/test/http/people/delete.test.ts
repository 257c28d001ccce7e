import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ROLE_SCOPES } from '../../../src/domain/people/role.ts';
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
import {
  auditOf,
  bearer,
  createKey,
  createManager,
  getAccessToken,
  type NewOauthClient,
  statusFor,
  TIMESTAMP,
  UNKNOWN_ID,
} from '../credentials.ts';
import { plantLink, plantPerson, sendLink, signIn } from '../people.ts';
import { makeWebhook } from '../webhooks/steps.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const last = await plantPerson(service, 'administrator', 'Last');
const removal = (id: string): InjectOptions & { url: string } => ({
  method: 'DELETE',
  url: `/people/${id}`,
  headers: asOperator,
});
const request = removal(UNKNOWN_ID);

describe('200', () => {
  it('ends the sessions, link, keys and clients of the person', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const link = await plantLink(service, personId);
    const { token } = await createKey(service, {}, headers);
    const payload = { name: 'a client', scopes: ['questions:read'] };
    await service.request({ method: 'POST', url: '/clients', headers, payload });
    const reply = await service.request(removal(personId));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ id: personId, removed: true, removed_at: expect.stringMatching(TIMESTAMP) });
    expectProblem(await service.request({ url: '/questions', headers }), 401, 'session_ended');
    expectProblem(await sendLink(service, link), 401, 'sign_in_failed');
    expect(await statusFor(service, token)).toBe(401);
    const { rows } = await service.deps.db.reads.query('select from oauth_clients where created_by = $1', [
      `person:${personId}`,
    ]);
    expect(rows).toEqual([]);
    expect(await auditOf(service, `person:${personId}`)).toMatchObject([
      { action: 'person.removed', actor: 'operator', details: { name: 'Ada', role: 'administrator' } },
    ]);
  });

  it('disables the webhooks of the person and of their keys and clients at once', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const scopes = ['webhooks:manage', 'questions:read'];
    const key = await createKey(service, { scopes }, headers);
    const payload = { name: 'a client', scopes };
    const made = await service.request({ method: 'POST', url: '/clients', headers, payload });
    const { access_token } = await getAccessToken(service, made.json<NewOauthClient>());
    const webhooks = [];
    for (const as of [headers, bearer(key.token), bearer(access_token)])
      webhooks.push(await makeWebhook(service, {}, as));
    const kept = await makeWebhook(service);
    await service.request(removal(personId));
    for (const { id } of webhooks) {
      const webhook = await getBody(service, `/webhooks/${id}`, asOperator);
      expect(webhook).toMatchObject({ enabled: false, disabled_reason: 'owner_ended', version: 2 });
    }
    expect(await getBody(service, `/webhooks/${kept.id}`, asOperator)).toMatchObject({ enabled: true });
    const { rows } = await service.deps.db.reads.query<{ id: string }>(
      `select resource_id as id from events where type = 'webhook.disabled' order by resource_id`,
    );
    expect(rows.map(({ id }) => id)).toEqual(webhooks.map(({ id }) => id).toSorted());
  });

  it('continues if an earlier request left keys', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const { token } = await createKey(service, {}, headers);
    await service.deps.db.writes.query('update people set removed_at = now() where id = $1', [personId]);
    expect((await service.request(removal(personId))).statusCode).toBe(200);
    expect(await statusFor(service, token)).toBe(401);
    expectProblem(await service.request(removal(personId)), 404, 'person_not_found');
  });

  it('leaves no key that is created at the same time', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const payload = { name: 'late', scopes: ['questions:read'] };
    const making = Array.from({ length: 6 }, () =>
      service.request({ method: 'POST', url: '/tokens', headers, payload }),
    );
    await Promise.all([...making, service.request(removal(personId))]);
    const { rows } = await service.deps.db.reads.query(
      'select from tokens where created_by = $1 and revoked_at is null',
      [`person:${personId}`],
    );
    expect(rows).toEqual([]);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('prevents removing a person with more scopes', async () => {
    const { headers } = await createManager(service, ['people:manage', ...ROLE_SCOPES.analyst]);
    for (const role of ['editor', 'administrator'] as const) {
      const { personId, headers: own } = await signIn(service, role);
      expectProblem(await service.request({ ...removal(personId), headers }), 403, 'insufficient_scope');
      expect((await service.request({ url: '/session', headers: own })).statusCode).toBe(200);
      await service.request(removal(personId));
    }
    const { personId } = await signIn(service, 'analyst');
    expect((await service.request({ ...removal(personId), headers })).statusCode).toBe(200);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(removal(unknown)), 404, 'person_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('keeps the last administrator', async () => {
    expectProblem(await service.request(removal(last)), 409, 'last_administrator');
  });
});

describe('412', () => {
  rejectsOtherContent(service, async () => removal(await plantPerson(service, 'viewer')));
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
  timesOut(async (slow) => removal(await plantPerson(slow, 'viewer')), 'people');
});

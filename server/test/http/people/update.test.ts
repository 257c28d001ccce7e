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
import { auditOf, createKey, createManager, statusFor, UNKNOWN_ID } from '../credentials.ts';
import { type Person, plantPerson, signIn } from '../people.ts';
import { makeWebhook } from '../webhooks/steps.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const first = await plantPerson(service, 'administrator', 'First');
const change = (
  id: string,
  payload: object,
  headers = asOperator as Record<string, string>,
): InjectOptions & { url: string } => ({
  method: 'PATCH',
  url: `/people/${id}`,
  headers,
  payload,
});
const request = change(await plantPerson(service, 'viewer'), { name: 'Ada L.' });

describe('200', () => {
  it('changes the given fields and keeps the rest', async () => {
    const id = await plantPerson(service, 'viewer');
    const reply = await service.request(change(id, { email: 'ada@example.com' }));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ name: 'Ada', email: 'ada@example.com', role: 'viewer', version: 2 });
    expect(await auditOf(service, `person:${id}`)).toMatchObject([
      { action: 'person.updated', details: { fields: ['email'] } },
    ]);
    const { rows } = await service.deps.db.reads.query(
      'select type, version, changed from events where resource_id = $1',
      [id],
    );
    expect(rows).toEqual([{ type: 'person.updated', version: 2, changed: ['email'] }]);
  });

  it('keeps the version if nothing changes', async () => {
    const id = await plantPerson(service, 'viewer');
    expect((await service.request(change(id, { role: 'viewer' }))).json<Person>().version).toBe(1);
  });

  it('lowers a role at once, even for existing sessions', async () => {
    const { headers, personId } = await signIn(service, 'editor');
    const status = async () =>
      (await service.request({ method: 'POST', url: '/categories', headers, payload: {} })).statusCode;
    expect(await status()).toBe(400);
    await service.request(change(personId, { role: 'viewer' }));
    expect(await status()).toBe(403);
    expect((await service.request({ url: '/questions', headers })).statusCode).toBe(200);
  });

  it('ends the keys, clients and webhooks of a former administrator', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const webhook = await makeWebhook(service, {}, headers);
    const { token } = await createKey(service, {}, headers);
    const { token: other } = await createKey(service);
    const client = { name: 'a client', scopes: ['questions:read'] };
    await service.request({ method: 'POST', url: '/clients', headers, payload: client });
    await service.request(change(personId, { role: 'editor' }));
    expect([await statusFor(service, token), await statusFor(service, other)]).toEqual([401, 200]);
    const { rows } = await service.deps.db.reads.query('select from oauth_clients where created_by = $1', [
      `person:${personId}`,
    ]);
    expect(rows).toEqual([]);
    const disabled = { enabled: false, disabled_reason: 'owner_ended' };
    expect(await getBody(service, `/webhooks/${webhook.id}`, asOperator)).toMatchObject(disabled);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('prevents raising a person above the caller', async () => {
    const { headers } = await createManager(service, ['people:manage', ...ROLE_SCOPES.viewer]);
    const id = await plantPerson(service, 'viewer');
    expectProblem(await service.request(change(id, { role: 'administrator' }, headers)), 400, 'validation_error');
  });
});

describe('403', () => {
  it.each([{ email: 'mallory@example.com' }, { email: null }, { name: 'Mallory' }, { role: 'viewer' }])(
    'prevents changing a person with more scopes: %j',
    async (payload) => {
      const { headers } = await createManager(service, ['people:manage', ...ROLE_SCOPES.viewer]);
      for (const role of ['analyst', 'editor', 'administrator'] as const) {
        const id = await plantPerson(service, role);
        const problem = expectProblem(await service.request(change(id, payload, headers)), 403, 'insufficient_scope');
        expect(problem.detail).toMatch(new RegExp(`, which the role ${role} of the person has\\.$`, 'u'));
        expect(await getBody(service, `/people/${id}`, asOperator)).toMatchObject({ name: 'Ada', role, version: 1 });
      }
      const own = await plantPerson(service, 'viewer');
      expect((await service.request(change(own, { name: 'Grace' }, headers))).statusCode).toBe(200);
    },
  );
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(change(unknown, { name: 'Eve' })), 404, 'person_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('keeps the last administrator, even if two lower each other at the same time', async () => {
    const alone = await startTestService({ ANONYMOUS_SCOPES: '' });
    const [one, two] = [await signIn(alone, 'administrator'), await signIn(alone, 'administrator')];
    const replies = await Promise.all([
      alone.request(change(one.personId, { role: 'viewer' }, two.headers)),
      alone.request(change(two.personId, { role: 'viewer' }, one.headers)),
    ]);
    const lowered = replies.filter(({ statusCode }) => statusCode === 200);
    expect(lowered).toHaveLength(1);
    const { rows } = await alone.deps.db.reads.query<{ id: string }>(
      `select id from people where role = 'administrator'`,
    );
    expect(rows).toHaveLength(1);
    const last = rows[0]?.id ?? '';
    expectProblem(await alone.request(change(last, { role: 'editor' })), 409, 'last_administrator');
    await alone.end();
  });

  it('allows an address for one person at a time', async () => {
    const id = await plantPerson(service, 'viewer');
    await service.request(change(first, { email: 'first@example.com' }));
    expectProblem(await service.request(change(id, { email: 'FIRST@example.com' })), 409, 'email_taken');
  });
});

describe('412', () => {
  rejectsOtherContent(service, async () => change(await plantPerson(service, 'viewer'), { name: 'Ada L.' }));
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
  timesOut(async (slow) => change(await plantPerson(slow, 'viewer'), { name: 'Eve' }), 'people');
});

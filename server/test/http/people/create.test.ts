import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../src/domain/people/role.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import {
  auditOf,
  createManager,
  expectNowhereStored,
  freshIdempotencyKey,
  secondsAfter,
  TIMESTAMP,
  UUID_V7,
} from '../credentials.ts';
import { type NewPerson, plantPerson, sendLink, signIn } from '../people.ts';

const service = await startTestService();
const request = {
  method: 'POST',
  url: '/people',
  headers: asOperator,
  payload: { name: 'Ada', role: 'editor' },
} satisfies InjectOptions;

describe('201', () => {
  it('invites a person with a link that signs them in', async () => {
    const payload = { name: 'Ada', email: 'ada@example.com', role: 'editor' };
    const reply = await service.request({ ...request, payload });
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { sign_in_link, ...person } = reply.json<NewPerson>();
    expect(person).toEqual({
      id: expect.stringMatching(UUID_V7),
      ...payload,
      created_by: 'operator',
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: person.created_at,
      version: 1,
      last_used_at: null,
      link_expires_at: expect.stringMatching(TIMESTAMP),
      removed_at: null,
    });
    const linkSeconds = (Date.parse(String(person.link_expires_at)) - Date.parse(person.created_at)) / 1000;
    expect(linkSeconds).toBeCloseTo(24 * 3600, -1);
    expect(reply.headers.location).toBe(`/people/${person.id}`);
    expect(sign_in_link).toMatch(/^http:\/\/localhost(?::80)?\/sign-in#qsl_\w{36}$/u);
    expect(await getBody(service, `/people/${person.id}`, asOperator)).toEqual(person);
    await expectNowhereStored(service, [sign_in_link.split('#')[1] ?? '']);
    expect((await sendLink(service, sign_in_link)).statusCode).toBe(201);
    expect(await auditOf(service, `person:${person.id}`)).toMatchObject([
      { action: 'person.created', actor: 'operator', details: { name: 'Ada', role: 'editor' } },
    ]);
  });

  it('lets an administrator invite people in their own name', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const reply = await service.request({ ...request, headers });
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json()).toMatchObject({ created_by: `person:${personId}` });
  });

  it('replays the reply to a key, including the link, only to its first recipient', async () => {
    const { headers } = await signIn(service, 'administrator');
    const keyed = { ...request, headers: { ...headers, ...freshIdempotencyKey() } };
    const [first, again] = [await service.request(keyed), await service.request(keyed)];
    expect(again.body).toBe(first.body);
    const { personId } = await signIn(service, 'administrator');
    expect(personId).not.toBe(first.json<NewPerson>().id);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    {},
    { name: 'Ada' },
    { name: '', role: 'editor' },
    { name: 'x'.repeat(101), role: 'editor' },
    { name: 'Ada', role: 'owner' },
    { name: 'Ada', role: 'editor', email: 'nobody' },
    { name: 'Ada', role: 'editor', email: 'a b@example.com' },
    { name: 'Ada', role: 'editor', password: 'secret' },
  ])('rejects %j', async (payload) => {
    expect((await service.request({ ...request, payload })).statusCode).toBe(400);
  });

  it('prevents granting a role with scopes that the caller lacks', async () => {
    const { headers } = await createManager(service, [
      'people:manage',
      'questions:read',
      'analysis:read',
      'events:read',
    ]);
    for (const role of ROLES) {
      const reply = await service.request({ ...request, headers, payload: { name: 'Ada', role } });
      if (role === 'viewer') expect(reply.statusCode).toBe(201);
      else expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ allowed: ['viewer'] }]);
    }
  });
});

describe('403', () => {
  it('requires a new sign-in after 15 minutes', async () => {
    const { headers, session } = await signIn(service, 'administrator');
    const after = async (seconds: number) => {
      service.clock.now = secondsAfter(session.created_at, seconds);
      const reply = await service.request({ ...request, headers });
      delete service.clock.now;
      return reply;
    };
    expect((await after(900)).statusCode).toBe(201);
    expectProblem(await after(901), 403, 'reauthentication_required');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, async () => request);

  it('allows an address for one person at a time, in any letter case', async () => {
    const payload = { name: 'Grace', email: 'grace@example.com', role: 'viewer' };
    const first = await service.request({ ...request, payload });
    const other = { ...payload, email: 'Grace@Example.com' };
    expectProblem(await service.request({ ...request, payload: other }), 409, 'email_taken');
    const { id } = first.json<NewPerson>();
    await service.request({ method: 'DELETE', url: `/people/${id}`, headers: asOperator });
    expect((await service.request({ ...request, payload: other })).statusCode).toBe(201);
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  it('rejects a key of another body', async () => {
    const headers = { ...asOperator, ...freshIdempotencyKey() };
    await service.request({ ...request, headers });
    const reply = await service.request({ ...request, headers, payload: { name: 'Eve', role: 'viewer' } });
    expectProblem(reply, 422, 'idempotency_key_reused');
  });
});

describe('429', () => {
  it('accepts at most 10,000 people', async () => {
    const full = await startTestService();
    await plantPerson(full, 'viewer');
    await full.deps.db.writes.query(
      `insert into people (id, name, role, created_by, created_at, updated_at)
       select gen_random_uuid(), 'one of many', 'viewer', 'operator', now(), now() from generate_series(1, 9998)`,
    );
    expect((await full.request(request)).statusCode).toBe(201);
    expectProblem(await full.request(request), 429, 'quota_exceeded');
    await full.end();
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'people');
});

import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { listHopelessWebhooks } from '../../../src/store/webhooks/deliveries.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { auditOf, createKey, statusFor, TIMESTAMP, UNKNOWN_ID } from '../credentials.ts';
import { plantLink, plantPerson, sendLink, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const last = await plantPerson(service, 'administrator', 'Last');
const removal = (id: string): InjectOptions => ({ method: 'DELETE', url: `/people/${id}`, headers: asOperator });
const request = removal(UNKNOWN_ID);

describe('200', () => {
  it('ends the sessions, the link, the keys and the clients of the person', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const link = await plantLink(service, personId);
    const { token } = await createKey(service, {}, headers);
    const payload = { name: 'a client', scopes: ['questions:read'] };
    await service.request({ method: 'POST', url: '/clients', headers, payload });
    const reply = await service.request(removal(personId));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual({ id: personId, removed: true, removed_at: expect.stringMatching(TIMESTAMP) });
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

  it('has the webhooks of the person disabled', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const payload = { url: 'https://example.com/' };
    await service.request({ method: 'POST', url: '/webhooks', headers, payload });
    const now = new Date();
    const hopeless = () =>
      listHopelessWebhooks(service.deps.db.reads, { failingBefore: new Date(0), maxPending: 1, now });
    expect(await hopeless()).toEqual([]);
    await service.request(removal(personId));
    expect(await hopeless()).toMatchObject([{ reason: 'owner_ended' }]);
  });

  it('goes on where an earlier request left keys over', async () => {
    const { headers, personId } = await signIn(service, 'administrator');
    const { token } = await createKey(service, {}, headers);
    await service.deps.db.writes.query('update people set removed_at = now() where id = $1', [personId]);
    expect((await service.request(removal(personId))).statusCode).toBe(200);
    expect(await statusFor(service, token)).toBe(401);
    expectProblem(await service.request(removal(personId)), 404, 'person_not_found');
  });

  it('leaves no key behind that is made at the same time', async () => {
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

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00'])('does not know %s', async (unknown) => {
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

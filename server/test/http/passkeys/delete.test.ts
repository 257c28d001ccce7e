import { describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  timesOut,
} from '../common.ts';
import { auditOf } from '../credentials.ts';
import { signIn } from '../people.ts';
import { withPasskey } from './steps.ts';
import { awayWhenSignedIn } from './without-database.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { person, passkeyId } = await withPasskey(service);
const request = { method: 'DELETE', url: `/passkeys/${passkeyId}`, headers: person.headers } as const;

describe('200', () => {
  it('deletes the passkey', async () => {
    const owner = await withPasskey(service);
    const { headers } = owner.person;
    const reply = await service.request({ method: 'DELETE', url: `/passkeys/${owner.passkeyId}`, headers });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await getBody(service, '/passkeys', headers)).toMatchObject({ data: [], pagination: { total: 0 } });
    expect((await auditOf(service, `passkey:${owner.passkeyId}`)).at(-1)).toMatchObject({
      action: 'passkey.deleted',
      actor: `person:${owner.person.personId}`,
    });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('needs a sign-in of the last 15 minutes', async () => {
    service.clock.now = new Date(Date.now() + 16 * 60_000);
    const reply = await service.request(request);
    delete service.clock.now;
    expectProblem(reply, 403, 'reauthentication_required');
  });
});

describe('404', () => {
  it.each(['nonsense', '019d8a33-a6f0-7000-8000-000000000000'])('does not find %s', async (id) => {
    expectProblem(await service.request({ ...request, url: `/passkeys/${id}` }), 404, 'passkey_not_found');
  });

  it('does not find the passkey of another person', async () => {
    const { headers } = await signIn(service, 'administrator');
    expectProblem(await service.request({ ...request, headers }), 404, 'passkey_not_found');
    expect(await getBody(service, '/passkeys', person.headers)).toMatchObject({ data: [{ id: passkeyId }] });
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('503', () => {
  awayWhenSignedIn(request);
});

describe('504', () => {
  timesOut(async (slow: TestService) => ({ ...request, headers: (await signIn(slow, 'viewer')).headers }), 'passkeys');
});

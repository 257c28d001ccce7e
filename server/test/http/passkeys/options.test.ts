import { describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  timesOut,
} from '../common.ts';
import { signIn } from '../people.ts';
import { beginRegistration, register, withPasskey } from './steps.ts';
import { awayWhenSignedIn } from './without-database.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const person = await signIn(service, 'viewer');
const request = { method: 'POST', url: '/passkeys/options', headers: person.headers } as const;
const prepared = async (slow: TestService) => ({ ...request, headers: (await signIn(slow, 'viewer')).headers });

describe('200', () => {
  it('requires a discoverable passkey with user verification', async () => {
    const { options } = await beginRegistration(service, person);
    expect(options).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/u),
      rp: { id: 'localhost', name: 'Quaestor' },
      user: { name: 'Ada', displayName: 'Ada' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(person.personId.replaceAll('-', ''));
  });

  it('excludes the person’s registered authenticators, but not those of others', async () => {
    const first = await withPasskey(service);
    await register(service, person);
    const { options } = await beginRegistration(service, first.person);
    expect(options.excludeCredentials).toMatchObject([{ id: first.authenticator.id, transports: ['internal'] }]);
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

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('reports the missing setting if the public address is not configured', async () => {
    const headers = { ...person.headers, host: 'quiz.example', origin: 'http://quiz.example' };
    expectProblem(await service.request({ ...request, headers }), 409, 'passkeys_unavailable');
  });
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
  timesOut(prepared, 'signing_keys');
});

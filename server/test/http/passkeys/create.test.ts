import { describe, expect, it } from 'vitest';
import { MAX_PASSKEYS } from '../../../src/domain/passkeys/passkey.ts';
import { startTestService, type TestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  timesOut,
} from '../common.ts';
import { auditOf, TIMESTAMP, UUID_V7 } from '../credentials.ts';
import { signIn } from '../people.ts';
import { Authenticator, type Mistake } from './authenticator.ts';
import { beginRegistration, register, withPasskey } from './steps.ts';
import { awayWhenSignedIn } from './without-database.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const person = await signIn(service, 'viewer');
const url = '/passkeys';
const example = { challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' } };
const payload = { name: 'Laptop', credential: new Authenticator().create(example) };
const request = { method: 'POST', url, headers: person.headers, payload } as const;

async function prepare(slow: TestService) {
  const begun = await beginRegistration(slow, await signIn(slow, 'viewer'));
  const credential = new Authenticator().create(begun.options);
  return { ...request, headers: begun.headers, payload: { name: 'Laptop', credential } };
}

describe('201', () => {
  it('registers a passkey for the signed-in person', async () => {
    const reply = await register(service, person);
    expect(reply.statusCode, reply.body).toBe(201);
    const passkey = reply.json<{ id: string }>();
    expect(passkey).toEqual({
      id: expect.stringMatching(UUID_V7),
      name: 'Laptop',
      transports: ['internal'],
      backed_up: false,
      created_at: expect.stringMatching(TIMESTAMP),
      last_used_at: null,
    });
    expect(await auditOf(service, `passkey:${passkey.id}`)).toMatchObject([
      { action: 'passkey.created', actor: `person:${person.personId}`, details: { name: 'Laptop' } },
    ]);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    {},
    { ...payload, name: '' },
    { ...payload, name: 'x'.repeat(101) },
    { ...payload, credential: { ...payload.credential, rawId: 'a b' } },
    { ...payload, admin: true },
  ])('rejects %j', async (wrong) => {
    expect((await service.request({ ...request, payload: wrong })).statusCode).toBe(400);
  });

  it.each<[string, Mistake]>([
    ['for another challenge', { challenge: 'ZWxzZQ' }],
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['in a frame', { crossOrigin: true }],
    ['for another host', { rpId: 'evil.example' }],
    ['without verifying the user', { isVerified: false }],
    [
      'with certificates, which would cause requests to addresses that they name',
      { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(10)]]]) } },
    ],
    ['with an attestation of a phone', { attestation: { fmt: 'android-key', attStmt: new Map() } }],
  ])('rejects a passkey made %s', async (_name, mistake) => {
    expectProblem(await register(service, person, new Authenticator(), mistake), 400, 'passkey_invalid');
  });

  it.each([
    ['meaningless bytes', 'AAAA'],
    ['endlessly nested lists', Buffer.alloc(24_000, 0x81).toString('base64url')],
  ])('rejects an attestation of %s', async (_name, attestationObject) => {
    const prepared = await prepare(service);
    prepared.payload.credential.response.attestationObject = attestationObject;
    expectProblem(await service.request(prepared), 400, 'passkey_invalid');
  });

  it('rejects a used challenge', async () => {
    const prepared = await prepare(service);
    expect((await service.request(prepared)).statusCode).toBe(201);
    expectProblem(await service.request(prepared), 400, 'sign_in_expired');
  });

  it('rejects a challenge older than 5 minutes', async () => {
    const prepared = await prepare(service);
    service.clock.now = new Date(Date.now() + 5 * 60_000);
    const reply = await service.request(prepared);
    delete service.clock.now;
    expectProblem(reply, 400, 'sign_in_expired');
  });

  it('rejects the challenge of another person', async () => {
    const begun = await beginRegistration(service, person);
    const other = await signIn(service, 'viewer');
    const attempt = String(begun.headers['cookie']).split('; ').at(-1);
    const headers = { ...other.headers, cookie: `${other.headers['cookie']}; ${attempt}` };
    const credential = new Authenticator().create(begun.options);
    const reply = await service.request({ ...request, headers, payload: { name: 'Laptop', credential } });
    expectProblem(reply, 400, 'sign_in_expired');
  });
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

  it('registers an authenticator once, for whichever person', async () => {
    const { authenticator } = await withPasskey(service);
    expectProblem(await register(service, person, authenticator), 409, 'passkey_exists');
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('429', () => {
  it(`limits a person to ${MAX_PASSKEYS}, even with many simultaneous requests`, async () => {
    const collector = await signIn(service, 'viewer');
    const replies = await Promise.all(Array.from({ length: MAX_PASSKEYS + 10 }, () => register(service, collector)));
    const statuses = replies.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_PASSKEYS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expectProblem(await register(service, collector), 429, 'quota_exceeded');
  });
});

describe('503', () => {
  awayWhenSignedIn(request);
});

describe('504', () => {
  timesOut(prepare, 'passkeys');
});

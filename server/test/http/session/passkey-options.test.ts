import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { beginSignIn } from '../passkeys/steps.ts';
import { ownOrigin } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const request = { method: 'POST', url: '/session/passkey/options', headers: ownOrigin } as const;

describe('200', () => {
  it('gives every caller a new challenge, and does not reveal who has passkeys', async () => {
    const { options } = await beginSignIn(service);
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/u),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    });
    const challenges = await Promise.all(Array.from({ length: 20 }, async () => (await beginSignIn(service)).options));
    expect(new Set(challenges.map(({ challenge }) => challenge)).size).toBe(20);
  });

  it('stores nothing for callers who do not return', async () => {
    await Promise.all(Array.from({ length: 200 }, () => beginSignIn(service)));
    const { rows } = await service.deps.db.reads.query('select from used_attempts');
    expect(rows).toEqual([]);
  });

  it('restricts the cookie to TLS if the service uses it', async () => {
    const secure = await startTestService({ PUBLIC_URL: 'https://quiz.example' });
    const reply = await secure.request({ ...request, headers: {} });
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-quaestor-attempt=sealed:[\w+/=]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/u,
    );
    expect(reply.json()).toMatchObject({ rpId: 'quiz.example' });
    await secure.end();
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('rejects a page of another site', async () => {
    const reply = await service.request({ ...request, headers: { origin: 'https://evil.example' } });
    expectProblem(reply, 403, 'cross_origin_write');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('reports the missing setting if the public address is not configured', async () => {
    const reply = await service.request({ ...request, headers: { host: 'quiz.example' } });
    expectProblem(reply, 409, 'passkeys_unavailable');
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
  timesOut(request, 'signing_keys');
});

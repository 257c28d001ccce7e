import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { at, auditOf, createManager, freshIdempotencyKey, secondsAfter, UNKNOWN_ID } from '../credentials.ts';
import { plantPerson, sendLink } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const id = await plantPerson(service, 'editor');
const asking = (person: string): InjectOptions & { headers: Record<string, string> } => ({
  method: 'POST',
  url: `/people/${person}/sign-in-link`,
  headers: asOperator,
});
const request = asking(id);

interface Link {
  person_id: string;
  sign_in_link: string;
  expires_at: string;
}

describe('201', () => {
  it('creates a link that works once, for a day', async () => {
    const reply = await service.request(request);
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { sign_in_link, expires_at } = reply.json<Link>();
    const late = secondsAfter(expires_at, 0);
    expectProblem(await at(service, late, () => sendLink(service, sign_in_link)), 401, 'sign_in_failed');
    expect((await sendLink(service, sign_in_link)).statusCode).toBe(201);
    expectProblem(await sendLink(service, sign_in_link), 401, 'sign_in_failed');
    expect((await auditOf(service, `person:${id}`)).at(-1)).toMatchObject({ action: 'link.created' });
  });

  it('ends the previous link', async () => {
    const [former, next] = [
      (await service.request(request)).json<Link>(),
      (await service.request(request)).json<Link>(),
    ];
    expectProblem(await sendLink(service, former.sign_in_link), 401, 'sign_in_failed');
    expect((await sendLink(service, next.sign_in_link)).statusCode).toBe(201);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);
});

describe('403', () => {
  it('rejects a link for a person with more scopes', async () => {
    const { headers } = await createManager(service, ['people:manage', 'questions:read']);
    const problem = expectProblem(await service.request({ ...request, headers }), 403, 'insufficient_scope');
    expect(problem.detail).toContain('questions:write');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asking(unknown)), 404, 'person_not_found');
  });

  it('creates none for a removed person', async () => {
    const gone = await plantPerson(service, 'viewer');
    await service.request({ method: 'DELETE', url: `/people/${gone}`, headers: asOperator });
    expectProblem(await service.request(asking(gone)), 404, 'person_not_found');
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
  it('rejects a key of another token', async () => {
    const key = freshIdempotencyKey();
    const first = await service.request({ ...request, headers: { ...asOperator, ...key } });
    const again = await service.request({ ...request, headers: { ...asOperator, ...key } });
    expect(again.body).toBe(first.body);
    const other = { authorization: `bearer ${asOperator.authorization.slice('Bearer '.length)}`, ...key };
    expectProblem(await service.request({ ...request, headers: other }), 422, 'idempotency_key_reused');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (slow) => asking(await plantPerson(slow, 'viewer')), 'people');
});

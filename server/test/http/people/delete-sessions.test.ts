import { describe, expect, it } from 'vitest';
import { ROLE_SCOPES } from '../../../src/domain/people/role.ts';
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
import { auditOf, createManager, UNKNOWN_ID } from '../credentials.ts';
import { plantPerson, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const ending = (id: string) => ({ method: 'DELETE', url: `/people/${id}/sessions`, headers: asOperator }) as const;
const request = ending(await plantPerson(service, 'viewer'));

describe('200', () => {
  it('signs only this person out, everywhere', async () => {
    const one = await signIn(service, 'editor');
    const two = await signIn(service, 'editor', one.personId);
    const other = await signIn(service, 'editor');
    const reply = await service.request(ending(one.personId));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual({ person_id: one.personId, ended: 2 });
    const status = async ({ headers }: typeof one) => (await service.request({ url: '/session', headers })).statusCode;
    expect([await status(one), await status(two), await status(other)]).toEqual([401, 401, 200]);
    expect((await auditOf(service, `session:${two.session.id}`)).at(-1)).toMatchObject({
      action: 'session.ended',
      actor: 'operator',
      details: { person: one.personId },
    });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('403', () => {
  it('prevents signing out a person with more scopes', async () => {
    const { headers } = await createManager(service, ['people:manage', ...ROLE_SCOPES.viewer]);
    const { personId, headers: own } = await signIn(service, 'administrator');
    expectProblem(await service.request({ ...ending(personId), headers }), 403, 'insufficient_scope');
    expect((await service.request({ url: '/session', headers: own })).statusCode).toBe(200);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(ending(unknown)), 404, 'person_not_found');
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
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (slow) => ending(await plantPerson(slow, 'viewer')), 'people');
});

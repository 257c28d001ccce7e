import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  loseDatabase,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  timesOut,
} from '../common.ts';
import { auditOf, bearer, createKey } from '../credentials.ts';
import { type CurrentSession, signIn } from '../people.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const { headers } = await signIn(service, 'viewer');
const change = (payload: object, from = headers): InjectOptions & { url: string } => ({
  method: 'PATCH',
  url: '/session',
  headers: from,
  payload,
});
const request = change({ name: 'Ada L.' });

describe('200', () => {
  it('changes only the name, records it, and shows it everywhere', async () => {
    const { headers: own, personId } = await signIn(service, 'viewer');
    const reply = await service.request(change({ name: '  Grace Hopper ' }, own));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json<CurrentSession>()).toMatchObject({
      person: { id: personId, name: 'Grace Hopper', email: null, role: 'viewer' },
    });
    expect(await getBody(service, '/session', own)).toEqual(reply.json());
    expect(await getBody(service, `/people/${personId}`, asOperator)).toMatchObject({
      ...{ name: 'Grace Hopper', role: 'viewer', email: null, version: 2 },
    });
    expect(await auditOf(service, `person:${personId}`)).toMatchObject([
      { action: 'person.updated', actor: `person:${personId}`, details: { fields: ['name'] } },
    ]);
    const { rows } = await service.deps.db.reads.query(
      'select type, version, changed, actor from events where resource_id = $1',
      [personId],
    );
    expect(rows).toEqual([{ type: 'person.updated', version: 2, changed: ['name'], actor: `person:${personId}` }]);
  });

  it('keeps the version if the name is the same', async () => {
    const { headers: own, personId } = await signIn(service, 'viewer');
    expect((await service.request(change({ name: 'Ada' }, own))).statusCode).toBe(200);
    expect(await getBody(service, `/people/${personId}`, asOperator)).toMatchObject({ version: 1 });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    { name: 'Eve', role: 'administrator' },
    { name: 'Eve', email: 'eve@example.com' },
    { name: 'Eve', id: '019d8a33-a6f0-7000-8000-000000000091' },
  ])('changes nothing but the name: %j', async (payload) => {
    const { headers: own, personId } = await signIn(service, 'viewer');
    expectProblem(await service.request(change(payload, own)), 400, 'unknown_field');
    expect(await getBody(service, `/people/${personId}`, asOperator)).toMatchObject({ name: 'Ada', role: 'viewer' });
  });

  it.each([{}, { name: '' }, { name: ' ' }, { name: null }, { name: 'x'.repeat(101) }, { name: 'two\u0000' }])(
    'rejects %j',
    async (payload) => {
      const { headers: own, personId } = await signIn(service, 'viewer');
      expectProblem(await service.request(change(payload, own)), 400, 'validation_error');
      expect(await getBody(service, `/people/${personId}`, asOperator)).toMatchObject({ name: 'Ada', version: 1 });
    },
  );
});

describe('401', () => {
  it('rejects a person who was removed', async () => {
    const { headers: own, personId } = await signIn(service, 'viewer');
    await service.request({ method: 'DELETE', url: `/people/${personId}`, headers: asOperator });
    expect((await service.request(change({ name: 'Eve' }, own))).statusCode).toBe(401);
  });
});

describe('403', () => {
  it('rejects a page of another site', async () => {
    const { origin: _own, ...without } = headers;
    for (const from of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expectProblem(await service.request(change({ name: 'Eve' }, { ...without, ...from })), 403, 'cross_origin_write');
  });

  it('rejects a token, since it belongs to no person', async () => {
    const { token } = await createKey(service);
    expectProblem(await service.request(change({ name: 'Eve' }, bearer(token))), 403, 'session_required');
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
  it('reports when to retry while the database is unavailable', async () => {
    const away = await startTestService();
    const { headers: own } = await signIn(away, 'viewer');
    await away.request({ url: '/session', headers: own });
    await loseDatabase(away);
    expectProblem(await away.request(change({ name: 'Eve' }, own)), 503, 'service_unavailable');
    await away.end();
  });
});

describe('504', () => {
  timesOut(async (slow) => change({ name: 'Eve' }, (await signIn(slow, 'viewer')).headers), 'audit_log');
});

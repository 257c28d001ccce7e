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
  replaysByKey,
  timesOut,
  withKey,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { csvOf, type ImportBody, queueImport, UNKNOWN_ID } from './steps.ts';

const service = await startTestService({ IMPORTS_UNFINISHED: '100000' });
const asked = (id: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: `/imports/${id}/cancel`,
  headers,
});
const fresh = async () => asked((await queueImport(service, csvOf(1))).id);
const request = await fresh();

describe('200', () => {
  it('cancels a queued import and deletes its file', async () => {
    const { id } = await queueImport(service, csvOf(1));
    const reply = await service.request(asked(id, asOperator));
    expect(reply.json<ImportBody>()).toMatchObject({ status: 'canceled', phase: 'finished', undo: null, error: null });
    const { rows } = await service.deps.db.reads.query({
      text: 'select from import_chunks where import_id = $1',
      values: [id],
    });
    expect(rows).toEqual([]);
  });

  replaysByKey(service, fresh);
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);

  it('rejects an import that has ended and reports its status', async () => {
    const { id } = await queueImport(service, csvOf(1));
    await service.request(asked(id));
    expect(expectProblem(await service.request(asked(id)), 409, 'import_finished').detail).toContain('canceled');
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked(unknown)), 404, 'import_not_found');
  });

  it('hides those of other callers', async () => {
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:read'] });
    expectProblem(await service.request({ ...(await fresh()), headers: bearer(token) }), 404, 'import_not_found');
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

describe('422', () => {
  it('rejects a key that was used with another body', async () => {
    const keyed = withKey(await fresh(), 'once');
    expect((await service.request(keyed)).statusCode).toBe(200);
    expectProblem(await service.request({ ...keyed, payload: {} }), 422, 'idempotency_key_reused');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => asked((await queueImport(other, csvOf(1))).id), 'imports');
});

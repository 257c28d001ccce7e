import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
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
import {
  countQuestions,
  csvOf,
  type ImportBody,
  importFile,
  queueImport,
  startTestWorker,
  UNKNOWN_ID,
  undo,
} from './steps.ts';

const service = await startTestService({ IMPORTS_UNFINISHED: '100000', BULK_UNFINISHED: '100000' });
const asked = (id: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: `/imports/${id}/revert`,
  headers,
});
await startTestWorker(service);
const fresh = async () => asked((await importFile(service, csvOf(1))).id);
const request = await fresh();

describe('202', () => {
  it('reverts the writes of an import', async () => {
    const { id } = await importFile(
      service,
      csvOf(7, (index) => `Which is number ${index} of undo?,${index},Science,0`),
    );
    const before = await countQuestions(service);
    expect((await undo(service, id)).undo).toMatchObject({ status: 'succeeded', removed: 7, restored: 0, kept: 0 });
    expect(await countQuestions(service)).toBe(before - 7);
  });

  replaysByKey(service, fresh);

  it('works at the path of earlier releases, too', async () => {
    const { id } = await importFile(service, csvOf(1));
    const reply = await service.request({ ...asked(id), url: `/imports/${id}/undo` });
    expect([reply.statusCode, reply.json<ImportBody>().id]).toEqual([202, id]);
  });
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);

  it('succeeds once', async () => {
    const again = await fresh();
    expect((await service.request(again)).json<ImportBody>().undo).not.toBeNull();
    expectProblem(await service.request(again), 409, 'import_undone');
  });

  it('rejects an unfinished import', async () => {
    const idle = await startTestService();
    const { id } = await queueImport(idle, csvOf(1));
    expectProblem(await idle.request(asked(id)), 409, 'import_unfinished');
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
    expect((await service.request(keyed)).statusCode).toBe(202);
    expectProblem(await service.request({ ...keyed, payload: {} }), 422, 'idempotency_key_reused');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => asked((await queueImport(other, csvOf(1))).id), 'imports');
});

import { describe, expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';
import { addCategory, type MergeBody, removeCategory, renameCategory, runMerges } from './steps.ts';

const service = await startTestService();
let counter = 0;
const cancellation = (id: string) =>
  ({ method: 'POST', url: `/categories/merges/${id}/cancel`, headers: asOperator }) as const;
async function startMerge(name = `Leaving ${(counter += 1)}`): Promise<MergeBody> {
  await addCategory(service, name);
  await service.create(draft({ category: name }));
  return (await removeCategory(service, name, { merge_into: 'Science' })).json<MergeBody>();
}
const prepare = async () => cancellation((await startMerge()).id);
const unknown = cancellation('01a1dcb4-4c4a-75f8-b904-7e31f36f1181');

describe('200', () => {
  replaysByKey(service, prepare);

  it('reopens the category and stops moving questions', async () => {
    const { id, from } = await startMerge();
    const reply = await service.request(cancellation(id));
    expect([reply.statusCode, reply.json<MergeBody>().status]).toEqual([200, 'canceled']);
    await runMerges(service);
    expect((await getBody(service, `/questions?category=${encodeURIComponent(from)}`)).pagination.total).toBe(1);
    expect((await service.create(draft({ category: from })))[0]?.category).toBe(from);
    expect((await removeCategory(service, from, { merge_into: 'Science' })).statusCode).toBe(202);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, unknown);
  rejectsMalformedKeys(service, unknown);
});

describe('404', () => {
  it('does not find an unknown merge', async () => {
    expectProblem(await service.request(unknown), 404, 'merge_not_found');
    expectProblem(await service.request(cancellation('nonsense')), 404, 'merge_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, unknown);
});

describe('409', () => {
  rejectsKeysInUse(service, prepare);

  it('rejects a merge that has ended', async () => {
    const { id } = await startMerge();
    await runMerges(service);
    expectProblem(await service.request(cancellation(id)), 409, 'merge_finished');
  });

  it('rejects a cancellation that would leave two categories with one name', async () => {
    await addCategory(service, 'UPPER');
    await service.create(draft({ category: 'UPPER' }));
    const { id } = (await renameCategory(service, 'UPPER', 'Upper')).json<MergeBody>();
    expectProblem(await service.request(cancellation(id)), 409, 'category_exists');
    await runMerges(service);
    expect((await getBody(service, '/questions?category=Upper')).pagination.total).toBe(1);
  });
});

describe('413', () => {
  rejectsLargeBodies(service, unknown);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, unknown);
});

describe('422', () => {
  rejectsReusedKeys(service, prepare, {});
});

describe('503', () => {
  rejectsWithoutDatabase(unknown);
});

describe('504', () => {
  timesOut(unknown, 'categories');
});

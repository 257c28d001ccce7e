import type { InjectOptions } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import { addCategory, categoryNames, removeCategory, runMerges } from '../categories/steps.ts';
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
import { bearer, createKey, UNKNOWN_ID } from '../credentials.ts';
import { csvOf, importFile, startTestWorker, undo } from '../imports/steps.ts';
import { get, type Page, revert, type ShownChange, type ShownItem, type ShownPreview, write } from './steps.ts';

const service = await startTestService({ IMPORTS_UNFINISHED: '1000' });
const asked = (id: string): InjectOptions => ({ method: 'POST', url: `/changes/${id}/revert` });
const fresh = async () => asked(await write(service, 'POST', '/questions', draft()));
const request = await fresh();
const one = async (change: object = {}) => {
  const [made] = await service.create(draft(change));
  const id = made?.id ?? '';
  const path = `/questions/${id}`;
  return {
    id,
    put: (payload: object) => write(service, 'PUT', path, payload),
    remove: () => write(service, 'DELETE', path),
    restore: () => write(service, 'POST', `${path}/restore`),
    now: () => service.request({ url: path }),
    created: async () => (await get<Page<ShownChange>>(service, `/changes?question_id=${id}`)).data.at(-1)?.id ?? '',
  };
};

describe('201', () => {
  it('reverts updates field by field, and keeps the changes of others', async () => {
    const question = await one();
    const change = await question.put({ difficulty: 2, tags: ['a'] });
    await question.put({ source: 'A book' });
    const { change: own, ...summary } = await revert(service, change);
    expect(summary).toEqual({ reverted: 1, unchanged: 0, conflicts: [] });
    expect(own).toMatchObject({ kind: 'revert', reverts: change, count: 1, conflict_count: 0 });
    expect((await question.now()).json()).toMatchObject({ difficulty: 0, tags: [], source: 'A book', version: 4 });
  });

  it('lists fields changed since then as conflicts, and does not touch them', async () => {
    const question = await one();
    const change = await question.put({ difficulty: 2, tags: ['a'] });
    const changed_by = await question.put({ tags: ['b'] });
    const { change: own, ...summary } = await revert(service, change);
    expect(summary).toEqual({
      reverted: 0,
      unchanged: 0,
      conflicts: [{ question_id: question.id, reason: 'changed_since', fields: ['tags'], changed_by }],
    });
    expect(own).toMatchObject({ count: 0, conflict_count: 1 });
    expect((await question.now()).json()).toMatchObject({ difficulty: 2, tags: ['b'], version: 3 });
  });

  it('also reverts what was changed since, if it is asked to, but nothing else', async () => {
    const question = await one();
    const change = await question.put({ difficulty: 2, tags: ['a'] });
    await question.put({ difficulty: 1, source: 'A book' });
    const included = { include_changed: 'true' };
    expect(await revert(service, change, included)).toMatchObject({ reverted: 1, conflicts: [] });
    expect((await question.now()).json()).toMatchObject({ difficulty: 0, tags: [], source: 'A book' });
    const created = await question.created();
    expect(await revert(service, created)).toMatchObject({ reverted: 0, conflicts: [{ reason: 'changed_since' }] });
    expect(await revert(service, created, included)).toMatchObject({ reverted: 1, conflicts: [] });
    expect((await question.now()).statusCode).toBe(404);
  });

  it('deletes created questions, restores deleted ones, deletes restored ones', async () => {
    const question = await one();
    await revert(service, await question.created());
    expect((await question.now()).statusCode).toBe(404);
    const restored = await question.restore();
    await revert(service, restored);
    expect((await question.now()).statusCode).toBe(404);
    await question.restore();
    await revert(service, await question.remove());
    expect((await question.now()).json()).toMatchObject({ version: 7 });
  });

  it('has nothing to do the second time, and can revert a revert', async () => {
    const question = await one();
    const change = await question.put({ difficulty: 2 });
    const first = await revert(service, change);
    const second = await revert(service, change);
    expect(second).toMatchObject({ reverted: 0, unchanged: 1, conflicts: [] });
    expect(await revert(service, first.change.id)).toMatchObject({ reverted: 1 });
    expect((await question.now()).json()).toMatchObject({ difficulty: 2 });
  });

  it('does not restore an external id that now belongs to another question', async () => {
    const question = await one({ external_id: 'wanted' });
    const removed = await question.remove();
    const other = await one({ external_id: 'wanted' });
    const conflict = { question_id: question.id, reason: 'external_id_taken', fields: ['external_id'] };
    expect(await revert(service, removed)).toMatchObject({ reverted: 0, conflicts: [conflict] });
    await other.put({ external_id: 'else' });
    expect(await revert(service, removed)).toMatchObject({ reverted: 1, conflicts: [] });
  });

  it('does not move a question into a closed category', async () => {
    await addCategory(service, 'Leaving');
    const question = await one({ category: 'Leaving' });
    const moved = await question.put({ category: 'Science' });
    await one({ category: 'Leaving' });
    const { id: mergeId } = (await removeCategory(service, 'Leaving', { merge_into: 'Science' })).json<{
      id: string;
    }>();
    await runMerges(service);
    expect(await revert(service, moved)).toMatchObject({ conflicts: [{ reason: 'category_closed' }] });
    const reverted = await service.request({ ...asked(mergeId), headers: asOperator });
    expect(reverted.json()).toMatchObject({ reverted: 1, conflicts: [] });
    expect(await revert(service, moved)).toMatchObject({ reverted: 1, conflicts: [] });
  });

  it('reverts a merge of categories, which adds the category again', async () => {
    await addCategory(service, 'Merged');
    const question = await one({ category: 'Merged' });
    const reply = await removeCategory(service, 'Merged', { merge_into: 'Science' });
    const { id: mergeId } = reply.json<{ id: string }>();
    await runMerges(service);
    expect(await categoryNames(service)).not.toContain('Merged');
    const preview = await get<ShownPreview>(service, `/changes/${mergeId}/revert`);
    expect(preview).toMatchObject({ reverted: 1, conflicts: [] });
    const { token } = await createKey(service, { scopes: ['questions:read', 'questions:write'] });
    const rejected = await service.request({ ...asked(mergeId), headers: bearer(token) });
    expectProblem(rejected, 403, 'insufficient_scope');
    const reverted = await service.request({ ...asked(mergeId), headers: asOperator });
    expect(reverted.json()).toMatchObject({ reverted: 1, conflicts: [] });
    expect(await categoryNames(service)).toContain('Merged');
    expect((await question.now()).json()).toMatchObject({ category: 'Merged' });
  });

  it('needs the scope to delete only if it deletes', async () => {
    const question = await one();
    const change = await question.put({ difficulty: 1 });
    const { token } = await createKey(service, { scopes: ['questions:read', 'questions:write'] });
    const as = async (id: string) => service.request({ ...asked(id), headers: bearer(token) });
    expect((await as(change)).statusCode).toBe(201);
    const rejected = await as(await question.created());
    expectProblem(rejected, 403, 'insufficient_scope');
    expect((await question.now()).statusCode).toBe(200);
  });

  replaysByKey(service, fresh);
});

describe('202', () => {
  it('reverts a large change in a job, in batches, and the revert itself too', async () => {
    const worker = await startTestWorker(service);
    const texts = (count: number) => csvOf(count, (index) => `Which is number ${index} of many?,${index},Science,0`);
    const { id } = await importFile(service, texts(2300));
    expect(await get(service, `/changes/${id}`)).toMatchObject({ kind: 'import', count: 2300, status: 'succeeded' });
    const [touched] = (await get<Page<ShownItem>>(service, `/changes/${id}/items?limit=1`)).data;
    await write(service, 'PUT', `/questions/${touched?.question_id}`, { difficulty: 2 });
    const begin = async (change: string) => {
      const reply = await service.request(asked(change));
      expect(reply.statusCode).toBe(202);
      const begun = reply.json<ShownChange>();
      expect(reply.headers).toMatchObject({ 'change-id': begun.id, location: `/changes/${begun.id}` });
      await vi.waitFor(
        async () => expect(await get(service, `/changes/${begun.id}`)).toMatchObject({ status: 'succeeded' }),
        { timeout: 60_000, interval: 200 },
      );
      return get<ShownChange>(service, `/changes/${begun.id}`);
    };
    const first = await begin(id);
    expect(first).toMatchObject({ reverts: id, count: 2299, conflict_count: 1, progress: { completed: 3, total: 3 } });
    const second = await begin(first.id);
    expect(second).toMatchObject({ reverts: first.id, count: 2299, conflict_count: 0 });
    expect((await get<Page<ShownItem>>(service, `/changes/${second.id}/items?limit=1`)).data).toMatchObject([
      { change: 'restored' },
    ]);
    expect((await undo(service, id)).undo).toMatchObject({ status: 'succeeded', removed: 2299, kept: 1 });
    await worker.stop();
  }, 120_000);

  it('needs the scope to delete from the start if questions were created', async () => {
    const id = await write(service, 'POST', '/questions', [draft(), draft()]);
    await service.deps.db.writes.query('update changes set count = 1001 where id = $1', [id]);
    const { token } = await createKey(service, { scopes: ['questions:read', 'questions:write'] });
    expectProblem(await service.request({ ...asked(id), headers: bearer(token) }), 403, 'insufficient_scope');
    await service.deps.db.writes.query('update changes set count = 2 where id = $1', [id]);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);
});

describe('403', () => {
  it('needs questions:read, because a revert restores answers that its caller has not seen', async () => {
    const question = await one();
    const change = await question.put({ correct_answer: 'Venus' });
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:delete', 'questions:play'] });
    const rejected = await service.request({ ...asked(change), headers: bearer(token) });
    expect(expectProblem(rejected, 403, 'insufficient_scope').detail).toBe(
      'The token lacks the scope questions:read: reverts reveal answers.',
    );
    expect((await question.now()).json()).toMatchObject({ correct_answer: 'Venus', version: 2 });
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request(asked(unknown)), 404, 'change_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);

  it('rejects a change that is being written, or being reverted', async () => {
    const id = await write(service, 'POST', '/questions', [draft(), draft()]);
    const { writes } = service.deps.db;
    await writes.query(`update changes set status = 'running' where id = $1`, [id]);
    expectProblem(await service.request(asked(id)), 409, 'change_unfinished');
    await writes.query('update changes set status = null, count = 1001 where id = $1', [id]);
    expect((await service.request(asked(id))).statusCode).toBe(202);
    expectProblem(await service.request(asked(id)), 409, 'change_unfinished');
  });
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
    expect((await service.request(keyed)).statusCode).toBe(201);
    expectProblem(await service.request({ ...keyed, payload: {} }), 422, 'idempotency_key_reused');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => asked(await write(other, 'POST', '/questions', draft())), 'changes');
});

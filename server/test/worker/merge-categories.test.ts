import { describe, expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../src/queue/queues.ts';
import { listDifferences } from '../../src/store/verification/verification.ts';
import { mergeCategories } from '../../src/worker/merge-categories.ts';
import { runToEnd, startTestWorker } from '../analysis/worker.ts';
import { draft, type StoredQuestion, startTestService, type TestService } from '../harness.ts';
import {
  addCategory,
  categoryNames,
  getMerge,
  type MergeBody,
  removeCategory,
  renameCategory,
  runMerges,
} from '../http/categories/steps.ts';
import { createOne, expectProblem, getBody } from '../http/common.ts';

const service = await startTestService();
const verify = async ({ deps }: TestService) =>
  listDifferences(deps.db.reads, { categories: await deps.categories.refresh(), queueSchema: QUEUE_SCHEMA });
const total = async (category: string, from = service) =>
  (await getBody(from, `/questions?category=${encodeURIComponent(category)}&limit=1`)).pagination.total;
const fill = (name: string, length: number, change: object = {}) =>
  service.create(
    Array.from({ length }, (_, index) =>
      draft({ category: name, difficulty: index % 3, topic_focus: `T${index % 7}`, tags: ['a'], ...change }),
    ),
  );
const merge = async (from: string, into: string) =>
  (await removeCategory(service, from, { merge_into: into })).json<MergeBody>();

describe('merging a category', () => {
  it('moves questions in batches, across stops and restarts, without a difference that verify would find', async () => {
    await addCategory(service, 'Large');
    await fill('Large', 1000);
    await fill('Large', 300, { status: 'archived' });
    const { id } = await merge('Large', 'Science');
    const stopping = new AbortController();
    const { writes } = service.deps.db;
    const connect = writes.connect.bind(writes);
    let transactions = 0;
    // Stopped after its first batches, like a process: committed work stays.
    Object.assign(writes, {
      connect: () => {
        transactions += 1;
        if (transactions === 5) stopping.abort(); // the first three find no drafts
        return connect();
      },
    });
    await mergeCategories(service.deps, stopping.signal);
    Object.assign(writes, { connect });
    const halfway = await getMerge(service, id);
    expect(halfway.status).toBe('running');
    expect(halfway.progress.completed).toBeGreaterThan(0);
    expect(halfway.progress.completed).toBeLessThan(1300);
    expect(Number(await total('Large')) + Number(await total('Science'))).toBe(1000);
    expect(await verify(service)).toEqual([]);
    await Promise.all([runMerges(service), runMerges(service)]); // several workers
    expect(await getMerge(service, id)).toMatchObject({
      status: 'succeeded',
      progress: { completed: 1300, total: 1300 },
    });
    expect(await total('Science')).toBe(1000);
    const { rows } = await service.deps.db.reads.query(
      `select count(*)::integer as events, (select count(*)::integer from question_versions) as versions from events where changed = '{category}'`,
    );
    expect(rows).toEqual([{ events: 1300, versions: 1300 }]);
    expect(await verify(service)).toEqual([]);
  }, 300_000);

  it('admits no question to the category once it has begun, even on a node that does not know yet', async () => {
    await addCategory(service, 'Closing');
    const [inside] = await fill('Closing', 3);
    const before = service.deps.categories.current;
    await merge('Closing', 'Geography');
    const post = (payload: object, headers: Record<string, string> = {}) =>
      service.request({ method: 'POST', url: '/questions', payload, headers });
    const question = draft({ category: 'Closing' });
    const known = await post([draft(), question]);
    const problem = expectProblem(known, 409, 'category_closed');
    expect(problem.errors).toEqual([
      {
        code: 'category_closed',
        detail: 'The category "Closing" is being merged into "Geography". Use that one.',
        pointer: '#/1/category',
      },
    ]);
    const lenient = await post([draft(), question], { prefer: 'handling=lenient' });
    expect(lenient.json<{ data: { status: number }[] }>().data.map(({ status }) => status)).toEqual([201, 409]);

    const { categories } = service.deps;
    const stale = { current: before, refresh: async () => before, including: async () => before, close: () => {} };
    service.deps.categories = stale;
    try {
      for (const payload of [question, [question], { ...question, external_id: 'closed' }]) {
        expectProblem(await post(payload), 409, 'category_closed');
      }
      const other = await createOne(service);
      const moved = await service.request({
        method: 'PUT',
        url: `/questions/${other.id}`,
        payload: { category: 'Closing' },
      });
      expectProblem(moved, 409, 'category_closed');
      // Its questions can still be edited, and are moved later.
      const edited = await service.request({
        method: 'PUT',
        url: `/questions/${inside?.id}`,
        payload: { explanation: 'Edited.' },
      });
      expect(edited.statusCode).toBe(200);
    } finally {
      service.deps.categories = categories;
    }
    await runMerges(service);
    expect(await getBody(service, `/questions/${inside?.id}`)).toMatchObject({
      category: 'Geography',
      explanation: 'Edited.',
      version: 3,
    });
    expect(await verify(service)).toEqual([]);
  });

  it('waits for open writes to it, and loses none of their questions', async () => {
    await addCategory(service, 'Busy');
    await fill('Busy', 5);
    const geography = Number(await total('Geography'));
    const writers = Array.from({ length: 40 }, (_, index) =>
      service.request({
        method: 'POST',
        url: '/questions',
        payload:
          index % 2 === 0 ? draft({ category: 'Busy' }) : [draft({ category: 'Busy' }), draft({ category: 'Busy' })],
      }),
    );
    const removed = await removeCategory(service, 'Busy', { merge_into: 'Geography' });
    expect(removed.statusCode).toBe(202);
    const replies = await Promise.all(writers);
    const stored = replies.reduce((sum, { statusCode }, index) => sum + (statusCode === 201 ? 1 + (index % 2) : 0), 0);
    expect(replies.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true);
    await runMerges(service);
    expect(await total('Geography')).toBe(geography + 5 + stored);
    expect(await verify(service)).toEqual([]);
  });

  it('restores a deleted question to the category that took the others', async () => {
    await addCategory(service, 'Old');
    const [kept, again] = await fill('Old', 2);
    for (const question of [kept, again])
      await service.request({ method: 'DELETE', url: `/questions/${question?.id}` });
    await createOne(service, { category: 'Old' });
    await merge('Old', 'Literature');
    const restore = (question: StoredQuestion | undefined) =>
      service.request({ method: 'POST', url: `/questions/${question?.id}/restore` });
    expect((await restore(kept)).json()).toMatchObject({ category: 'Literature', version: 3 });
    await runMerges(service);
    expect((await restore(again)).json()).toMatchObject({ category: 'Literature', version: 3 });
    expect(await verify(service)).toEqual([]);
  });

  it('keeps draws and analyses that name it working', async () => {
    await addCategory(service, 'Named');
    await fill('Named', 4);
    const draw = await service.request({ method: 'POST', url: '/draws', payload: { filter: { category: 'Named' } } });
    const run = { analysis_type: 'coverage', filter: { category: 'Named' }, parameters: {} };
    const waiting = await service.request({ method: 'POST', url: '/analysis/run', payload: run });
    expect(waiting.statusCode).toBe(202);
    await renameCategory(service, 'Named', 'Renamed');
    await runMerges(service);
    const next = await service.request({
      method: 'POST',
      url: `/draws/${draw.json<{ id: string }>().id}/next`,
      payload: { count: 10 },
    });
    expect(next.json<{ data: StoredQuestion[] }>().data.map(({ category }) => category)).toEqual(
      Array(4).fill('Renamed'),
    );
    const worker = await startTestWorker(service);
    try {
      const whole = await runToEnd(service, { analysis_type: 'coverage', filter: {} });
      expect(whole).toMatchObject({ status: 'succeeded' });
      expect(JSON.stringify(whole)).toContain('Renamed');
      const { id } = waiting.json<{ id: string }>();
      const ended = await service.request({ url: `/analysis/${id}`, headers: { prefer: 'wait=20' } });
      expect(ended.json()).toMatchObject({ status: 'succeeded', question_count: 4 });
    } finally {
      await worker.stop();
    }
  }, 300_000);

  it('works on several merges, and on a chain of them', async () => {
    for (const name of ['One', 'Two', 'Three']) {
      await addCategory(service, name);
      await fill(name, 2);
    }
    await merge('One', 'Three');
    await merge('Two', 'Three');
    await runMerges(service);
    await merge('Three', 'Science');
    await runMerges(service);
    expect(await categoryNames(service)).not.toContain('Three');
    expect(service.deps.categories.current.require('one').name).toBe('Science');
  });
});

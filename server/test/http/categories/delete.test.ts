import { describe, expect, it } from 'vitest';
import { asOperator, draft, type StoredQuestion, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherContent,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { addCategory, categoryNames, getMerge, type MergeBody, pathOf, removeCategory, runMerges } from './steps.ts';

const service = await startTestService();
const request = { method: 'DELETE', url: pathOf('Science'), headers: asOperator } as const;

describe('200', () => {
  it('deletes a category without questions, with or without a target', async () => {
    for (const query of [{}, { merge_into: 'Science' }]) {
      await addCategory(service, 'Empty');
      const reply = await removeCategory(service, 'empty', query);
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { name: 'Empty', deleted: true }]);
      expect(await categoryNames(service)).not.toContain('Empty');
      expectProblem(await removeCategory(service, 'Empty'), 404, 'category_not_found');
      const rejected = await service.request({
        method: 'POST',
        url: '/questions',
        payload: draft({ category: 'Empty' }),
      });
      expectProblem(rejected, 400, 'validation_error');
    }
  });
});

describe('202', () => {
  it('moves its questions to another category, then deletes it', async () => {
    await addCategory(service, 'Optics');
    const list = Array.from({ length: 30 }, (_, index) =>
      draft({ category: 'Optics', difficulty: index % 3, status: ['draft', 'ready', 'archived'][index % 3] }),
    );
    const [first] = await service.create(list);
    const reply = await removeCategory(service, 'optics', { merge_into: 'science' });
    expect(reply.statusCode).toBe(202);
    const { id, ...merge } = reply.json<MergeBody>();
    expect(merge).toMatchObject({
      from: 'Optics',
      into: 'Science',
      status: 'queued',
      progress: { completed: 0, total: 30 },
    });
    await runMerges(service);
    expect(await getMerge(service, id)).toMatchObject({ status: 'succeeded', progress: { completed: 30, total: 30 } });
    expect(await getBody<StoredQuestion>(service, `/questions/${first?.id}`)).toMatchObject({
      category: 'Science',
      version: 2,
    });
    expect((await getBody(service, '/questions?category=Science&status=draft')).pagination.total).toBe(10);
    expect(await categoryNames(service)).not.toContain('Optics');
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    ['a category that does not exist', 'Alchemy', 'No category named "Alchemy" accepts questions.'],
    ['itself', 'SCIENCE', '"Science" cannot be merged into itself.'],
  ])('refuses to merge into %s', async (_name, merge_into, detail) => {
    const problem = expectProblem(await removeCategory(service, 'Science', { merge_into }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code: 'not_allowed', parameter: 'merge_into' }]);
    expect(problem.errors[0]?.detail).toContain(detail);
    expect(problem.errors[0]?.allowed).not.toContain('Science');
  });
});

describe('404', () => {
  it('does not find an unknown category', async () => {
    expectProblem(await removeCategory(service, 'Alchemy'), 404, 'category_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('reports how many questions it has and what to do, and does not change it', async () => {
    await addCategory(service, 'Used');
    await service.create([draft({ category: 'Used' }), draft({ category: 'Used', status: 'archived' })]);
    const problem = expectProblem(await removeCategory(service, 'used'), 409, 'category_in_use');
    expect(problem.detail).toBe('"Used" has 2 questions. Add merge_into=… with the category to move them to.');
    expect((await service.create(draft({ category: 'Used' })))[0]?.category).toBe('Used');
  });

  it('rejects a category that is part of a merge', async () => {
    await addCategory(service, 'Part');
    await service.create(draft({ category: 'Part' }));
    await removeCategory(service, 'Part', { merge_into: 'Geography' });
    for (const name of ['Part', 'Geography']) {
      expectProblem(await removeCategory(service, name, { merge_into: 'Science' }), 409, 'category_merging');
    }
    await runMerges(service);
  });
});

describe('412', () => {
  rejectsOtherContent(service, async () => {
    await addCategory(service, 'Alchemy');
    return { ...request, url: pathOf('Alchemy') };
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
  timesOut(request, 'categories');
});

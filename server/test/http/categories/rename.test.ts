import { describe, expect, it } from 'vitest';
import { asOperator, draft, type StoredQuestion, startTestService } from '../../harness.ts';
import {
  eventsOf,
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
import { addCategory, categoryNames, getMerge, type MergeBody, pathOf, renameCategory, runMerges } from './steps.ts';

const service = await startTestService();
const request = {
  method: 'PATCH',
  url: pathOf('Science'),
  payload: { name: 'Sciences' },
  headers: asOperator,
} as const;

describe('200', () => {
  it('renames a category without questions at once', async () => {
    await addCategory(service, 'Histroy');
    const reply = await renameCategory(service, 'HISTROY', 'History');
    expect([reply.statusCode, reply.json()]).toEqual([200, { name: 'History' }]);
    const names = await categoryNames(service);
    expect(names).toContain('History');
    expect(names).not.toContain('Histroy');
    expect((await service.create(draft({ category: 'history' })))[0]?.category).toBe('History');
  });

  it('changes the letter case, and nothing if the name is the same', async () => {
    await addCategory(service, 'music/dance & more');
    expect((await renameCategory(service, 'music/dance & more', 'Music/Dance & more')).statusCode).toBe(200);
    expect((await renameCategory(service, 'music/dance & more', 'Music/Dance & more')).statusCode).toBe(200);
    expect((await categoryNames(service)).filter((name) => /music/iu.test(name))).toEqual(['Music/Dance & more']);
  });
});

describe('202', () => {
  it('applies the new name at once and updates the questions in turn, with history and events', async () => {
    const [question] = await service.create([
      draft({ category: 'Literature' }),
      draft({ category: 'Literature', status: 'draft' }),
    ]);
    const reply = await renameCategory(service, 'Literature', 'Books');
    expect(reply.statusCode).toBe(202);
    const merge = reply.json<MergeBody>();
    expect(merge).toMatchObject({
      from: 'Literature',
      into: 'Books',
      status: 'queued',
      progress: { completed: 0, total: 2 },
    });
    expect(reply.headers).toMatchObject({
      'retry-after': '1',
      location: expect.stringContaining(`/categories/merges/${merge.id}`),
    });
    const { categories } = await getBody<{ categories: object[] }>(service, '/categories');
    expect(categories).toContainEqual({ name: 'Literature', merging_into: 'Books' });
    expect((await service.create(draft({ category: 'books' })))[0]?.category).toBe('Books');
    await runMerges(service);
    expect(await getMerge(service, merge.id)).toMatchObject({
      status: 'succeeded',
      progress: { completed: 2, total: 2 },
    });
    const changed = await getBody<StoredQuestion>(service, `/questions/${question?.id}`);
    expect(changed).toEqual({ ...question, category: 'Books', version: 2, updated_at: changed.updated_at });
    expect(await eventsOf(service, String(question?.id))).toMatchObject([
      { type: 'question.created' },
      { type: 'question.updated', version: 2, changed: ['category'], actor: 'operator', with_question: true },
    ]);
    expect((await getBody(service, '/questions?category=Books')).pagination.total).toBe(2);
    expect(await categoryNames(service)).not.toContain('Literature');
  });

  it('also changes only the letter case of questions', async () => {
    const [question] = await service.create(draft({ category: 'Mathematics' }));
    expect((await renameCategory(service, 'Mathematics', 'mathematics')).statusCode).toBe(202);
    const edited = await service.request({
      method: 'PUT',
      url: `/questions/${question?.id}`,
      payload: { difficulty: 2 },
    });
    expect(edited.json()).toMatchObject({ category: 'Mathematics', difficulty: 2 });
    await runMerges(service);
    const changed = await getBody<StoredQuestion>(service, `/questions/${question?.id}`);
    expect(changed).toMatchObject({ category: 'mathematics', difficulty: 2, version: 3 });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('rejects an invalid name', async () => {
    const problem = expectProblem(await renameCategory(service, 'Science', 'x'.repeat(101)), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code: 'too_long', pointer: '#/name' }]);
  });
});

describe('404', () => {
  it('does not find an unknown category', async () => {
    const problem = expectProblem(await renameCategory(service, 'Alchemy', 'Chemistry'), 404, 'category_not_found');
    expect(problem.detail).toBe('No category is named "Alchemy".');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  it('rejects the name of another category', async () => {
    expectProblem(await renameCategory(service, 'Science', 'astronomy'), 409, 'category_exists');
  });

  it('refuses to rename what is being merged, and what another one is merged into', async () => {
    await service.create(draft({ category: 'Geography' }));
    expect((await renameCategory(service, 'Geography', 'Places')).statusCode).toBe(202);
    expectProblem(await renameCategory(service, 'Geography', 'Lands'), 409, 'category_merging');
    expectProblem(await renameCategory(service, 'Places', 'Lands'), 409, 'category_merging');
    await runMerges(service);
    expect((await renameCategory(service, 'Places', 'Lands')).statusCode).toBe(202);
    await runMerges(service);
  });
});

describe('412', () => {
  rejectsOtherContent(service, async () => {
    await addCategory(service, 'Opticks');
    return { ...request, url: pathOf('Opticks'), payload: { name: 'Optics' } };
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

import { describe, expect, it, vi } from 'vitest';
import { watchCategories } from '../../../src/cached/categories.ts';
import { asOperator, draft, type StoredQuestion, startTestService } from '../../harness.ts';
import {
  countStatuses,
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
import { addCategory, categoryNames, removeCategory, renameCategory } from './steps.ts';

const service = await startTestService();
const request = { method: 'POST', url: '/categories', payload: { name: 'Example' }, headers: asOperator } as const;
let counter = 0;
const fresh = async () => ({ ...request, payload: { name: `Fresh ${(counter += 1)}` } });

describe('201', () => {
  replaysByKey(service, fresh);

  it('adds a category that can be used at once, in any letter case', async () => {
    const reply = await addCategory(service, ' History ');
    expect([reply.statusCode, reply.json()]).toEqual([201, { name: 'History' }]);
    expect(reply.headers.location).toMatch(/\/categories\/History$/u);
    expect(await categoryNames(service)).toContain('History');
    const [question] = await service.create(draft({ category: 'hISTORY', topic_focus: 'Rome' }));
    expect(question?.category).toBe('History');
    expect((await getBody(service, '/questions?category=history')).pagination.total).toBe(1);
    const facets = await getBody<{ categories: { category: string; total: number }[] }>(service, '/questions/facets');
    expect(facets.categories.find(({ category }) => category === 'History')).toMatchObject({ total: 1 });
    const sorted = await getBody(service, '/questions?sort=-category&fields=category');
    expect(sorted.data.map(({ category }) => category)).toContain('History');
    const drawn = await getBody<{ data: StoredQuestion[] }>(service, '/questions/random?category=History');
    expect(drawn.data.map(({ id }) => id)).toEqual([question?.id]);
  });

  it('is known at once to a node that has never seen it', async () => {
    const stale = await watchCategories(service.deps.db.reads);
    stale.close(); // it stops refreshing by itself
    await addCategory(service, 'Music');
    expect(stale.current.find('Music')).toBeUndefined();
    expect((await stale.including('music')).find('Music')?.name).toBe('Music');
  });

  it('can be used through a node that has not loaded it yet', async () => {
    await service.deps.db.writes.query(`insert into categories (name) values ('Elsewhere')`);
    const list = await service.request({
      method: 'POST',
      url: '/questions',
      payload: [draft({ category: 'elsewhere' })],
    });
    expect([list.statusCode, list.json<{ data: StoredQuestion[] }>().data[0]?.category]).toEqual([201, 'Elsewhere']);
    await service.deps.db.writes.query(`insert into categories (name) values ('Elsewhere too')`);
    expect((await service.request({ url: '/questions?category=elsewhere%20too' })).statusCode).toBe(200);
    await service.deps.db.writes.query(`insert into categories (name) values ('Elsewhere three')`);
    const alone = await service.request({
      method: 'POST',
      url: '/questions',
      payload: draft({ category: 'Elsewhere three' }),
    });
    expect(alone.statusCode).toBe(201);
  });

  it('can be changed and deleted through a node that has not loaded its category', async () => {
    const { rows } = await service.deps.db.writes.query<{ id: number }>(
      `insert into categories (name) values ('New here') returning id`,
    );
    const [question] = await service.create(draft());
    await service.deps.db.writes.query(
      `update questions set category_id = $1, body = replace(body, '"Astronomy"', '"New here"') where id = $2`,
      [rows[0]?.id, question?.id],
    );
    const changed = await service.request({
      method: 'PUT',
      url: `/questions/${question?.id}`,
      payload: { difficulty: 2 },
    });
    expect([changed.statusCode, changed.json<StoredQuestion>().category]).toEqual([200, 'New here']);
  });

  it('is known to an idle node within a second', async () => {
    const idle = await watchCategories(service.deps.db.reads);
    try {
      await addCategory(service, 'Quiet');
      await vi.waitFor(() => expect(idle.current.find('Quiet')).toBeDefined(), { timeout: 3000, interval: 20 });
    } finally {
      idle.close();
    }
  });

  it('accepts the name of a deleted category', async () => {
    await addCategory(service, 'Returning');
    await removeCategory(service, 'Returning');
    expect((await addCategory(service, 'RETURNING')).statusCode).toBe(201);
    expect(await categoryNames(service)).toContain('RETURNING');
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['an empty name', ' ', 'too_short'],
    ['101 characters', 'x'.repeat(101), 'too_long'],
    ['two lines', 'a\nb', 'invalid_format'],
    ['a control character', 'a\u0007', 'invalid_characters'],
    ['a number', 7, 'invalid_type'],
  ])('rejects %s', async (_name, name, code) => {
    const problem = expectProblem(await service.request({ ...request, payload: { name } }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code, pointer: '#/name' }]);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);

  it.each(['Astronomy', 'ASTRONOMY', ' astronomy ', 'Cafe\u0301', 'CAFÉ'])(
    'rejects %s, which already exists',
    async (name) => {
      if (name.startsWith('C')) await addCategory(service, 'Café');
      const problem = expectProblem(await addCategory(service, name), 409, 'category_exists');
      expect(problem.detail).toMatch(/^A category named "(?:Astronomy|Café)" already exists\.$/u);
    },
  );

  it('gives a name to exactly one of many simultaneous requests', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => addCategory(service, 'Contested')));
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 4 });
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, fresh, { name: 'Another' });
});

describe('429', () => {
  it('rejects the 201st category, and lists only some of them for an unknown one', async () => {
    const full = await startTestService();
    await full.deps.db.writes.query(
      `insert into categories (name) select 'Category ' || number from generate_series(1, 193) number`,
    );
    expect((await addCategory(full, 'The last one')).statusCode).toBe(201);
    const problem = expectProblem(await addCategory(full, 'One too many'), 429, 'quota_exceeded');
    expect(problem.detail).toContain('at most 200 categories');
    const unknown = await full.request({ url: '/questions?category=Categori%201' });
    const { errors } = expectProblem(unknown, 400, 'validation_error');
    expect(errors[0]?.allowed).toHaveLength(20);
    expect((await renameCategory(full, 'Science', 'Sciences')).statusCode).toBe(200);
    for (const url of [
      '/questions?sort=category',
      '/questions?difficulty=1',
      '/questions/facets',
      '/questions/random',
    ]) {
      expect((await full.request({ url })).statusCode).toBe(200);
    }
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'categories');
});

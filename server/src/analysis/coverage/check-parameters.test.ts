import { describe, expect, it } from 'vitest';
import { checkParameters } from './index.ts';
import type { BlueprintCell, Dimension } from './parameters.ts';
import { isValid, withDefaults } from './run-coverage.fixture.ts';

const check = (blueprint: BlueprintCell[], dimensions?: Dimension[]) =>
  checkParameters(withDefaults(dimensions === undefined ? { blueprint } : { blueprint, dimensions }));

describe('the schema of the parameters', () => {
  it('fills the defaults in', () => {
    expect(withDefaults({})).toEqual({ dimensions: ['category', 'difficulty'], blueprint: [], min_cell: 5, top_n: 50 });
  });

  it.each([
    { dimensions: [] },
    { dimensions: ['category', 'category'] },
    { dimensions: ['language'] },
    { min_cell: 0 },
    { top_n: 1001 },
    { top_n: 2.5 },
    { other: 1 },
    { blueprint: [{ category: 'Art', target_count: 0 }] },
    { blueprint: [{ category: 'Art', target_share: 0 }] },
    { blueprint: [{ category: 'Art', target_share: 1.1 }] },
    { blueprint: [{ category: '', target_count: 1 }] },
    { blueprint: [{ difficulty: 3, target_count: 1 }] },
    { blueprint: [{ tag: 'x', target_count: 1 }] },
    { blueprint: Array.from({ length: 1001 }, () => ({ category: 'Art', target_count: 1 })) },
  ])('rejects %j', (parameters) => {
    expect(isValid(parameters)).toBe(false);
  });
});

describe('checkParameters', () => {
  it('accepts a valid blueprint, empty or not', () => {
    expect(check([])).toEqual([]);
    expect(
      check([
        { category: 'Art', target_count: 3, min_count: 2 },
        { category: 'Art', difficulty: 0, min_count: 1 },
        { difficulty: 0, target_count: 1 },
      ]),
    ).toEqual([]);
    expect(
      check(
        [
          { topic: null, min_count: 1 },
          { topic: 'Jazz', min_count: 1 },
        ],
        ['topic'],
      ),
    ).toEqual([]);
  });

  it('rejects a cell without a key and one without a target', () => {
    expect(check([{ target_count: 3 }, { category: 'Art' }])).toEqual([
      { pointer: '/blueprint/0', detail: 'Name a category, a difficulty or a topic.' },
      { pointer: '/blueprint/1', detail: 'Give target_count, target_share or min_count.' },
    ]);
  });

  it('rejects a key that is not among the dimensions', () => {
    expect(check([{ category: 'Art', topic: null, target_count: 3 }])).toEqual([
      { pointer: '/blueprint/0/topic', detail: '"topic" is not among the dimensions.' },
    ]);
  });

  it('rejects the same cell twice, in any order of keys and any case', () => {
    expect(
      check([
        { category: 'Art', difficulty: 0, target_count: 3 },
        { category: 'Art', difficulty: 1, target_count: 3 },
        { difficulty: 0, category: 'ART', target_count: 5 },
      ]),
    ).toEqual([{ pointer: '/blueprint/2', detail: 'This is the same cell as /blueprint/0.' }]);
  });

  it('rejects a count and a share in one cell, and a mix of counts and shares', () => {
    expect(check([{ category: 'Art', target_count: 3, target_share: 0.5 }])).toEqual([
      { pointer: '/blueprint/0/target_share', detail: 'Give target_count or target_share, not both.' },
    ]);
    expect(
      check([
        { category: 'Art', target_share: 0.5 },
        { category: 'Music', target_count: 3 },
      ]),
    ).toEqual([
      {
        pointer: '/blueprint/0/target_share',
        detail: '/blueprint/1 has a target_count; give counts or shares throughout.',
      },
    ]);
  });

  it('rejects shares that sum to more than 1, apart from rounding', () => {
    expect(
      check([
        { category: 'Art', target_share: 0.7 },
        { category: 'Music', target_share: 0.4 },
      ]),
    ).toEqual([{ pointer: '/blueprint', detail: 'The target shares by category sum to 1.1; at most 1 is possible.' }]);
    expect(
      check([
        { category: 'Art', target_share: 0.7 },
        { difficulty: 0, target_share: 0.4 },
      ]),
    ).toEqual([]);
    expect(check([0.1, 0.2, 0.7000001].map((target_share, difficulty) => ({ difficulty, target_share })))).toEqual([]);
  });
});

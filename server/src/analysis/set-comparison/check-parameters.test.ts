import { describe, expect, it } from 'vitest';
import { setComparison } from './index.ts';
import type { SetComparisonParameters } from './parameters.ts';
import { isValid, withDefaults } from './run-comparison.fixture.ts';

const ID = '0190ABCD-0000-7000-8000-0123456789AB';

function problemsOf(other: SetComparisonParameters['other']): readonly string[] {
  return setComparison.checkParameters?.(withDefaults({ other })).map(({ pointer }) => pointer) ?? [];
}

describe('parameters', () => {
  it('have defaults, except for the other set', () => {
    expect(withDefaults({ other: { filter: {} } })).toEqual({
      other: { filter: {} },
      dimensions: ['category', 'difficulty', 'topic'],
      near_duplicates: true,
      top_terms: 20,
      top_n: 50,
    });
    expect(isValid({})).toBe(false);
  });

  it.each([
    { other: {}, unknown: 1 },
    { other: { ids: [ID] } },
    { other: { question_ids: [] } },
    { other: { question_ids: ['no id'] } },
    { other: { question_ids: Array.from({ length: 10_001 }, () => ID) } },
    { other: { filter: 'all' } },
    { other: { filter: {} }, dimensions: [] },
    { other: { filter: {} }, dimensions: ['topic', 'topic'] },
    { other: { filter: {} }, dimensions: ['language'] },
    { other: { filter: {} }, top_terms: 0 },
    { other: { filter: {} }, top_n: 501 },
    { other: { filter: {} }, near_duplicates: 'yes' },
  ])('are rejected: %j', (parameters) => {
    expect(isValid(parameters)).toBe(false);
  });

  it('name the other set in exactly one way', () => {
    expect(problemsOf({ filter: {} })).toEqual([]);
    expect(problemsOf({ question_ids: [ID] })).toEqual([]);
    expect(problemsOf({})).toEqual(['/other']);
    expect(problemsOf({ question_ids: [ID], filter: {} })).toEqual(['/other/filter']);
  });

  it('select the questions of set B', () => {
    expect(setComparison.others?.(withDefaults({ other: { question_ids: [ID] } }))).toEqual([
      { question_ids: [ID.toLowerCase()], filter: null, pointer: '/other' },
    ]);
    expect(setComparison.others?.(withDefaults({ other: { filter: { category: 'Science' } } }))).toEqual([
      { question_ids: null, filter: { category: 'Science' }, pointer: '/other' },
    ]);
  });

  it('require texts', () => {
    expect(setComparison.source(withDefaults())).toBe('texts');
    expect(() => setComparison.map({ source: 'cells', rows: [] }, withDefaults(), 0)).toThrow('not from cells');
  });
});

import { describe, expect, it } from 'vitest';
import { isSameView, searchOf, viewOf } from './view-search.ts';

describe('a view', () => {
  it('opens the address that it was saved from', () => {
    const search = { q: 'river', category: ['Geography', 'Science'], difficulty: [0], sort: 'category' as const };
    expect(searchOf(viewOf(search))).toEqual(search);
    expect(searchOf(viewOf({}))).toEqual({});
    expect(searchOf(viewOf({ status: ['archived'] }))).toEqual({ status: ['archived'] });
  });

  it('without a status shows ready questions, like the API', () => {
    expect(searchOf({ filter: { category: 'Science' }, sort: null })).toEqual({
      category: ['Science'],
      status: ['ready'],
    });
  });

  it('does not store the change, the assignee and the comments whose questions are shown', () => {
    const members = {
      change_id: '01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
      assignee: 'me',
      has_open_comments: true,
    } as const;
    expect(viewOf({ tag: 'a', ...members })).toEqual(viewOf({ tag: 'a' }));
  });

  it('does not depend on the order of its values', () => {
    const one = viewOf({ category: ['Geography', 'Science'], tag: 'a' });
    expect(isSameView(one, viewOf({ tag: 'a', category: ['Science', 'Geography'] }))).toBe(true);
    expect(isSameView(one, viewOf({ category: ['Science'], tag: 'a' }))).toBe(false);
    expect(isSameView(one, viewOf({ category: ['Geography', 'Science'], tag: 'a', sort: 'category' }))).toBe(false);
  });
});

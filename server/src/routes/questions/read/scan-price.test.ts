import { describe, expect, it } from 'vitest';
import { isScanDraw, isScanFacets, isScanList } from './scan-price.ts';

describe('reads that cost as a scan', () => {
  it.each([
    [{}, false],
    [{ category: 'Science', sort: 'difficulty' }, false],
    [{ q: 'planet' }, false],
    [{ tag: 'a', sort: '-created_at' }, false],
    [{ ids: 'x', sort: 'difficulty' }, false],
    [{ updated_after: '2020', sort: 'updated_at' }, false],
    [{ updated_before: '2020', sort: 'updated_at' }, false],
    [{ sort: 'updated_at' }, false],
    [{ created_before: '2020', sort: 'difficulty' }, true],
    [{ min_difficulty: '1', sort: 'difficulty' }, false],
    [{ min_difficulty: '1', sort: 'updated_at' }, true],
    [{ q: 'planet', sort: 'difficulty' }, true],
    [{ language: 'en', sort: '-category' }, true],
    [{ status: 'archived', sort: '-updated_at' }, true],
    [{ sort: ['difficulty', 'category'], q: 'planet' }, false],
    [{ change_id: 'x' }, true],
    [{ assignee: 'me' }, true],
    [{ analysis_id: 'x' }, true],
    [{ has_open_comments: 'true' }, true],
    [null, false],
  ])('lists: %j', (query, expected) => {
    expect(isScanList(query)).toBe(expected);
  });

  it.each([
    [{}, false],
    [{ category: 'Science', topic_focus: 'Moon' }, false],
    [{ ids: 'x' }, false],
    [{ q: 'planet' }, true],
    [{ tag: 'a' }, true],
    [{ created_after: '2020' }, true],
    [{ change_id: 'x' }, true],
    [{ assignee: 'me' }, true],
    [{ has_open_comments: 'true' }, true],
  ])('facets: %j', (query, expected) => {
    expect(isScanFacets(query)).toBe(expected);
  });

  it.each([
    [{}, false],
    [{ tag: 'a', topic_focus: 'Moon' }, false],
    [{ q: 'planet', ids: ['x'] }, false],
    [{ q: 'planet' }, true],
    [{ language: 'en' }, true],
    [{ tag: ['a', 'b'] }, true],
    [{ tag: ['a'], max_difficulty: 1 }, false],
    [{ updated_before: '2020' }, true],
  ])('draws: %j', (filter, expected) => {
    expect(isScanDraw(filter)).toBe(expected);
  });
});

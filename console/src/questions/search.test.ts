import { expect, it } from 'vitest';
import { countFilters, readSearch } from './search.ts';

const ID = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';

it('reads the change whose questions are listed, which counts as a filter', () => {
  expect(readSearch({ change_id: ID })).toEqual({ change_id: ID });
  expect(countFilters(readSearch({ change_id: ID, q: 'river', tag: 'a' }))).toBe(3);
  expect(readSearch({ change_id: 'import.csv' })).toEqual({});
});

it('reads the assignee, the analysis and open comments, which count as filters', () => {
  expect(readSearch({ assignee: 'me', has_open_comments: 'true' })).toEqual({
    assignee: 'me',
    has_open_comments: true,
  });
  expect(readSearch({ assignee: ID })).toEqual({ assignee: ID });
  expect(readSearch({ analysis_id: ID })).toEqual({ analysis_id: ID });
  expect(countFilters(readSearch({ assignee: ID, analysis_id: ID, has_open_comments: 'true', q: 'river' }))).toBe(4);
  expect(readSearch({ assignee: 'Ada', analysis_id: 'latest', has_open_comments: 'false' })).toEqual({});
});

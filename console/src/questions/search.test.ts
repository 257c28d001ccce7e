import { expect, it } from 'vitest';
import { countFilters, readSearch } from './search.ts';

const ID = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';

it('reads the change whose questions are listed, which counts as a filter', () => {
  expect(readSearch({ change_id: ID })).toEqual({ change_id: ID });
  expect(countFilters(readSearch({ change_id: ID, q: 'river', tag: 'a' }))).toBe(3);
  expect(readSearch({ change_id: 'import.csv' })).toEqual({});
});

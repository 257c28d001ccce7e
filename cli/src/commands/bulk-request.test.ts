import { expect, it } from 'vitest';
import { requestOf } from './bulk-request.ts';

it.each([
  [['min_difficulty=1', 'max_difficulty=advanced'], { min_difficulty: 1, max_difficulty: 2 }],
  [['difficulty=basic', 'difficulty=2'], { difficulty: [0, 2] }],
  [['has_open_comments=true'], { has_open_comments: true }],
  [['category=Maps, old', 'tag=a', 'tag=b', 'q=x=y'], { category: ['Maps, old'], tag: ['a', 'b'], q: 'x=y' }],
])('converts the filters %j to the types of the API', (filter, expected) => {
  expect(requestOf({ filter }).filter).toEqual(expected);
});

it.each([
  [{}, 'Select questions with --filter'],
  [{ filter: ['min_difficulty=hard'] }, '"min_difficulty=hard" is not a level. It must be 0 to 2, or basic'],
  [{ filter: ['level=1'] }, '"level=1" is not a filter.'],
])('rejects %j', (selection, message) => {
  expect(() => requestOf(selection)).toThrow(message);
});

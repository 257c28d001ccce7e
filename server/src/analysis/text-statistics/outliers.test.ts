import { describe, expect, it } from 'vitest';
import type { TextRow } from '../analysis-type.ts';
import { defaults, row } from './fixtures.ts';
import { sortGroups } from './groups.ts';
import { findOutliers } from './outliers.ts';
import type { TextStatisticsParameters } from './parameters.ts';
import { tallyTexts } from './tally.ts';

const ofWords = (id: string, words: number, category = 'Science') =>
  row({ id, category, question_text: Array.from({ length: words }, () => 'word').join(' ') });
const find = (rows: readonly TextRow[], given: Partial<TextStatisticsParameters>) => {
  const parameters: TextStatisticsParameters = { ...defaults, fields: ['question_text'], ...given };
  return findOutliers(sortGroups(tallyTexts(rows, parameters), parameters), parameters);
};
const many = (count: number, words: number) =>
  Array.from({ length: count }, (_, number) => ofWords(`m${number}`, words));

describe('findOutliers', () => {
  it('works out by hand', () => {
    // Words 1, 1, 1, 1, 6: mean 2, squares 4 + 16 = 20, divided by 4 is 5: z = 4 / sqrt(5) = 1.789.
    // Characters 4 and 29: mean 9, squares 4 * 25 + 400 = 500, divided by 4 is 125: z = 20 / sqrt(125), the same.
    const { count, kept } = find([...many(4, 1), ofWords('long', 6)], { outlier_z: 1.5 });
    expect(count).toBe(2);
    expect(kept.map(({ question_id, measure, value }) => [question_id, measure, value])).toEqual([
      ['long', 'chars', 29],
      ['long', 'words', 6],
    ]);
    for (const { z } of kept) expect(z).toBeCloseTo(4 / Math.sqrt(5), 12);
  });

  it('finds what is too short as well', () => {
    const { kept } = find([...many(40, 9), ...many(40, 10), ofWords('short', 1)], {});
    expect(kept.map(({ question_id, z }) => [question_id, Math.sign(z)])).toEqual([
      ['short', -1],
      ['short', -1],
    ]);
  });

  it('judges a question by its own group', () => {
    const others = Array.from({ length: 60 }, (_, number) => ofWords(`l${number}`, 20 + (number % 2), 'Literature'));
    const rows = [...many(50, 2), ofWords('long', 20), ...others];
    expect(find(rows, {}).count).toBe(0);
    expect(find(rows, { group_by: 'category' }).kept.map((outlier) => outlier.question_id)).toEqual(['long', 'long']);
  });

  it('says where nothing varies', () => {
    expect(find(many(3, 4), {})).toEqual({ count: 0, kept: [], flat: 2 });
    expect(find(many(1, 4), {})).toEqual({ count: 0, kept: [], flat: 2 });
  });

  it('counts all of them, also those that are not kept', () => {
    // 600 of 6,600 questions are long; 500 of them are kept.
    const { count, kept } = find([...many(6000, 2), ...many(600, 9)], {});
    expect(count).toBe(1200);
    expect(kept).toHaveLength(1000);
    expect(find([...many(6000, 2), ...many(600, 9)], { top_n: 600 }).kept).toHaveLength(1200);
  });
});

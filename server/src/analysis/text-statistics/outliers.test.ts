import { describe, expect, it } from 'vitest';
import type { TextRow } from '../analysis-type.ts';
import { sortGroups } from './groups.ts';
import { findOutliers } from './outliers.ts';
import type { TextStatisticsParameters } from './parameters.ts';
import { defaults, row } from './rows.fixture.ts';
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
  it('matches values calculated by hand', () => {
    // Characters 4, 9, 19, 79 and 399: ln(1 + c) is ln of 5, 10, 20, 80, 400. Median 20; distances ln 4, ln 2, 0, ln 4,
    // ln 20, whose median is ln 4: z of the longest is ln 20 / (1.4826 ln 4) = 1.4576.
    const rows = [1, 2, 4, 16, 80].map((words) => ofWords(`w${words}`, words));
    const { count, counts, kept } = find(rows, { outlier_z: 1.4 });
    expect([count, counts.question_text]).toEqual([1, { long: 1, short: 0 }]);
    expect(kept).toEqual([
      {
        question_id: 'w80',
        version: 1,
        field: 'question_text',
        direction: 'long',
        characters: 399,
        usual: 19,
        z: expect.closeTo(Math.log(20) / (1.4826 * Math.log(4)), 12),
      },
    ]);
  });

  it('uses the mean distance if more than half have one length', () => {
    // 4 characters four times and 29 once: distances 0 but one of ln 6; the mean is ln 6 / 5, z = 5 / 1.2533.
    const { kept } = find([...many(4, 1), ofWords('long', 6)], {});
    expect(kept.map(({ question_id, z }) => [question_id, z])).toEqual([['long', expect.closeTo(5 / 1.2533, 12)]]);
  });

  it('finds texts that are too short', () => {
    const { kept } = find([...many(40, 9), ...many(40, 10), ofWords('short', 1)], {});
    expect(kept.map(({ question_id, direction, z }) => [question_id, direction, Math.sign(z)])).toEqual([
      ['short', 'short', -1],
    ]);
  });

  it('accepts lengths between a quarter and four times the usual, however similar the others are', () => {
    const others = Array.from({ length: 60 }, (_, number) => ofWords(`m${number}`, 20 + (number % 2)));
    expect(find([...others, ofWords('longer', 50)], {}).count).toBe(0);
    expect(find([...others, ofWords('long', 90)], {}).count).toBe(1);
  });

  it('judges a question within its own group', () => {
    const others = Array.from({ length: 60 }, (_, number) => ofWords(`l${number}`, 20 + (number % 2), 'Literature'));
    const rows = [...many(50, 2), ofWords('long', 20), ...others];
    expect(find(rows, {}).kept.map((outlier) => outlier.question_id)).not.toContain('long');
    expect(find(rows, { group_by: 'category' }).kept.map((outlier) => outlier.question_id)).toEqual(['long']);
  });

  it('reports groups without variation', () => {
    expect(find(many(3, 4), {})).toMatchObject({ count: 0, kept: [], flat: 1 });
    expect(find(many(1, 4), {})).toMatchObject({ count: 0, kept: [], flat: 1 });
  });

  it('counts all of them, including those that are not kept', () => {
    // 600 of 6,600 questions are long; 500 of them are kept.
    const { count, kept } = find([...many(6000, 2), ...many(600, 9)], {});
    expect(count).toBe(600);
    expect(kept).toHaveLength(500);
    expect(find([...many(6000, 2), ...many(600, 9)], { top_n: 600 }).kept).toHaveLength(600);
  });
});

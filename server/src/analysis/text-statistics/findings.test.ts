import { describe, expect, it } from 'vitest';
import type { TextRow } from '../analysis-type.ts';
import { tellFindings } from './findings.ts';
import { defaults, demoRows, row } from './fixtures.ts';
import type { TextStatisticsParameters } from './parameters.ts';
import { surveyTexts } from './survey.ts';
import { tallyTexts } from './tally.ts';

function tell(rows: readonly TextRow[], given: Partial<TextStatisticsParameters> = {}): string[] {
  const parameters = { ...defaults, ...given };
  return tellFindings(surveyTexts(tallyTexts(rows, parameters), parameters));
}
const ofWords = (words: number) => row({ question_text: Array.from({ length: words }, () => 'word').join(' ') });

describe('tellFindings', () => {
  it('compares groups when there are some', () => {
    expect(tell(demoRows, { group_by: 'category' })).toContain(
      'The longest questions are those of Literature with 11.6 words on average, the shortest those of Geography with 9.1.',
    );
  });

  it('judges no group of fewer than five questions', () => {
    const rows = [row({ category: 'A', question_text: 'One' }), row({ category: 'B', question_text: 'One two' })];
    expect(tell(rows, { group_by: 'category' }).join(' ')).not.toContain('those of');
  });

  it('says that all are alike', () => {
    expect(tell([ofWords(1), ofWords(1)])[0]).toBe('All 2 questions have 1 word.');
  });

  it('names the one length that stands out', () => {
    const rows = [
      ...Array.from({ length: 20 }, () => row({ question_text: 'ab cd' })),
      row({ question_text: 'a b c' }),
    ];
    // 20 of 2 words, one of 3: mean 43 / 21, sd sqrt(1 / 21), z = 20 / 21 * sqrt(21) = 4.36.
    expect(tell(rows, { fields: ['question_text'] })).toContain(
      'One length stands out: a question of 3 words, 4.4 standard deviations above the mean.',
    );
  });

  it('does not say of how many questions the outliers are when it cannot know', () => {
    const rows = [...Array.from({ length: 6000 }, () => ofWords(2)), ...Array.from({ length: 600 }, () => ofWords(9))];
    expect(tell(rows)[1]).toMatch(/^1,200 lengths are at least 3 standard deviations/);
  });

  it('makes no verdict on readability of fewer than 100 words', () => {
    expect(tell([ofWords(99)]).join(' ')).not.toContain('grade');
    expect(tell([ofWords(100)]).join(' ')).toContain('grade');
  });

  it('tells six things at most', () => {
    expect(tell(demoRows, { group_by: 'category', outlier_z: 1 })).toHaveLength(6);
  });
});

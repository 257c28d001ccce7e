import { describe, expect, it } from 'vitest';
import { writeFinding } from '../../sentences/settle.ts';
import type { TextRow } from '../analysis-type.ts';
import { listFindings } from './findings.ts';
import type { TextStatisticsParameters } from './parameters.ts';
import { defaults, demoRows, row } from './rows.fixture.ts';
import { surveyTexts } from './survey.ts';
import { tallyTexts } from './tally.ts';

function sentences(rows: readonly TextRow[], given: Partial<TextStatisticsParameters> = {}): string[] {
  const parameters = { ...defaults, ...given };
  return listFindings(surveyTexts(tallyTexts(rows, parameters), parameters)).map(
    (finding) => writeFinding(finding).text,
  );
}
const ofWords = (words: number) => row({ question_text: Array.from({ length: words }, () => 'word').join(' ') });

describe('listFindings', () => {
  it('compares groups if there are any', () => {
    expect(sentences(demoRows, { group_by: 'category' })).toContain(
      'The longest questions are those of Literature with 11.5 words on average, the shortest those of Geography with 9.',
    );
  });

  it('ignores groups of fewer than five questions', () => {
    const rows = [row({ category: 'A', question_text: 'One' }), row({ category: 'B', question_text: 'One two' })];
    expect(sentences(rows, { group_by: 'category' }).join(' ')).not.toContain('those of');
  });

  it('says that all are equally long', () => {
    expect(sentences([ofWords(1), ofWords(1)])[0]).toBe('All 2 questions have 1 word.');
  });

  it('describes a single outlier in plain words', () => {
    const rows = [
      ...Array.from({ length: 20 }, () => row({ question_text: 'ab cd' })),
      row({ question_text: 'A question of 25 letters.' }),
    ];
    expect(sentences(rows, { fields: ['question_text'] })).toContain(
      'One question is unusually long: 25 characters, 5 times the usual 5.',
    );
    const short = [...Array.from({ length: 20 }, () => ofWords(10)), row({ question_text: 'Emma' })];
    expect(sentences(short, { fields: ['question_text'] })[0]).toBe(
      'One question is unusually short: 4 characters, where 49 are usual.',
    );
  });

  it('counts all outliers, and links to the kept rows', () => {
    const rows = [...Array.from({ length: 6000 }, () => ofWords(2)), ...Array.from({ length: 600 }, () => ofWords(9))];
    const parameters = { ...defaults };
    const [first] = listFindings(surveyTexts(tallyTexts(rows, parameters), parameters)).map(writeFinding);
    expect(first).toMatchObject({
      severity: 'info',
      text: '600 questions are unusually long; the most extreme has 44 characters, 4.9 times the usual 9.',
      count: 500,
      rows: { field: 'question_text', direction: 'long' },
    });
  });

  it('does not judge the readability of fewer than 100 words', () => {
    expect(sentences([ofWords(99)]).join(' ')).not.toContain('grade');
    expect(sentences([ofWords(100)]).join(' ')).toContain('grade');
  });

  it('has at most six findings', () => {
    expect(sentences(demoRows, { group_by: 'category', outlier_z: 1 })).toHaveLength(6);
  });
});

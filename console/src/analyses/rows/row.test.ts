import { describe, expect, it } from 'vitest';
import { type QuestionRow, spansOf } from './row.ts';

const row = (question_text: string, rest: Partial<QuestionRow>) => ({ question_text, ...rest }) as QuestionRow;

describe('spansOf', () => {
  it('marks the significant words, as whole words in any case', () => {
    const terms = [{ term: 'poet' }, { term: 'wrote' }, { term: 'poet wrote' }, { term: 'van' }];
    expect(spansOf(row('Which Poet wrote of vans?', { terms }))).toEqual([[6, 16]]);
  });

  it('marks the spans of a rule, only in the question', () => {
    const spans = [
      { field: 'question_text', start: 0, end: 14 },
      { field: 'correct_answer', start: 2, end: 4 },
    ];
    expect(spansOf(row('Which of these?', { flags: [{ rule: 'r', severity: 'error', spans, fix_hint: '' }] }))).toEqual(
      [[0, 14]],
    );
  });

  it('takes terms literally', () => {
    expect(spansOf(row('What is 2 + (x) * 3?', { terms: [{ term: '(x' }] }))).toEqual([[12, 14]]);
  });
});

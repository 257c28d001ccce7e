import { describe, expect, it } from 'vitest';
import { writeFinding, writeFinished } from '../../sentences/settle.ts';
import { DEFAULTS, groupRows, textRow } from './bank.fixture.ts';
import { itemFlaws } from './index.ts';
import { describeKeyBalance } from './key-balance.ts';

const sentences = (affirmative: number, negative: number) =>
  describeKeyBalance({ true: affirmative, false: negative }).map((finding) => writeFinding(finding).text);

describe('the balance of keys', () => {
  it('reports the true-or-false questions of Open Trivia', () => {
    expect(describeKeyBalance({ true: 449, false: 334 }).map(writeFinding)).toMatchObject([
      {
        severity: 'info',
        text: '57.3% of 783 true-or-false questions are true or yes: a player who always says so beats chance.',
        next_step: 'Reverse some of them, or add questions whose answer is false, until the answers are about even.',
        count: null,
        rows: null,
      },
    ]);
    expect(sentences(334, 449)).toEqual([expect.stringMatching(/^57\.3% .* are false or no/u)]);
  });

  it.each([
    ['none', 0, 0],
    ['even', 400, 383],
    ['too few questions, however clear', 49, 0],
    ['an imbalance that occurs by chance once in a hundred', 60, 40],
    ['an irrelevant share, however significant', 54_000, 46_000],
  ])('does not report %s', (_name, affirmative, negative) => {
    expect(sentences(affirmative, negative)).toEqual([]);
  });

  it('is strict: it reports 38 of 50 (0.0003 by the binomial) but not 37 (0.0009)', () => {
    expect([sentences(37, 13).length, sentences(38, 12).length]).toEqual([0, 1]);
  });

  it('is computed from the answers of each shard, whatever the source, and flags no question', () => {
    const answers = ['True', 'true.', 'Yes', 'YES!', 'Trueman', 'False', 'no', 'Nothing'];
    const rows = answers.map((correct_answer, index) => textRow(index, { correct_answer }));
    const map = (from: number, until: number) =>
      itemFlaws.map({ source: 'flaws', rows: groupRows(rows.slice(from, until)) }, DEFAULTS);
    const merged = itemFlaws.merge(map(0, 3), map(3, 8), DEFAULTS);
    const summary = { true_false: { true: 4, false: 2 } };
    expect(itemFlaws.finish(merged, DEFAULTS).result).toMatchObject({ summary });
    const texts = itemFlaws.map({ source: 'texts', rows }, DEFAULTS);
    expect(itemFlaws.finish(texts, DEFAULTS).result).toMatchObject({ summary });
  });

  it('leaves at most six findings', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      textRow(index, {
        question_text:
          ['WHICH IS NOT  IT', 'Which is  is it ___ and ___', 'Which of these is TBD &amp; ?', ''][index % 4] ?? '',
        correct_answer: 'True',
        accepted_answers: ['true', 'TRUE'],
        incorrect_answers: ['True', 'All of the above'],
      }),
    );
    const whole = itemFlaws.map({ source: 'texts', rows: many }, DEFAULTS);
    const { findings } = writeFinished(itemFlaws.finish(whole, DEFAULTS));
    expect(findings).toHaveLength(6);
    expect(findings.at(-2)?.text).toContain('true-or-false');
  });
});

import { describe, expect, it } from 'vitest';
import { DEFAULTS, groupRows, textRow } from './bank.fixture.ts';
import { itemFlaws } from './index.ts';
import { tellKeyBalance } from './key-balance.ts';

const told = (affirmative: number, negative: number) =>
  tellKeyBalance({ true: affirmative, false: negative }).map(({ text }) => text);

describe('the balance of keys', () => {
  it('is told of the true-or-false questions of Open Trivia', () => {
    expect(tellKeyBalance({ true: 449, false: 334 })).toEqual([
      {
        severity: 'info',
        text: 'Of 783 true-or-false questions 57.3 % are true or yes: whoever always says so beats chance.',
        next_step: 'Turn some of them round, or add questions whose answer is false, until the answers are about even.',
        count: null,
        rows: null,
      },
    ]);
    expect(told(334, 449)).toEqual([expect.stringContaining('57.3 % are false or no')]);
  });

  it.each([
    ['none', 0, 0],
    ['even', 400, 383],
    ['too few, however clear', 49, 0],
    ['what chance gives once in a hundred', 60, 40],
    ['a share that does not matter, however sure', 54_000, 46_000],
  ])('is not told of %s', (_name, affirmative, negative) => {
    expect(told(affirmative, negative)).toEqual([]);
  });

  it('is strict: of 50 keys it tells of 38 (0.0003 by the binomial) and not of 37 (0.0009)', () => {
    expect([told(37, 13).length, told(38, 12).length]).toEqual([0, 1]);
  });

  it('comes from the answers, shard by shard, whatever the source, and flags no question', () => {
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
    const { findings } = itemFlaws.finish(whole, DEFAULTS);
    expect(findings).toHaveLength(6);
    expect(findings.at(-2)?.text).toContain('true-or-false');
  });
});

import { describe, expect, it } from 'vitest';
import { DoubtCollection } from './difficulty-check/doubts.ts';
import { findDismissed } from './dismissed.ts';
import { DEFAULTS, textRow } from './item-flaws/bank.fixture.ts';
import { itemFlaws } from './item-flaws/index.ts';
import { textStatistics } from './text-statistics/index.ts';
import { defaults, row } from './text-statistics/rows.fixture.ts';

describe('findDismissed', () => {
  const corpus = { count: 4, idOf: (question: number) => 'abca'.charAt(question), versions: [1, 2, 3, 1] };
  const one = (question_id: string, version: number, ...about: string[]) => ({ question_id, version, about });

  it.each([
    ['none', [], []],
    ['a question that occurs twice', [one('a', 1, 'topic')], [0, 3]],
    ['a question of another version', [one('b', 1, 'topic'), one('c', 4, 'topic')], []],
    ['a question of this version and an earlier one', [one('b', 2, 'topic'), one('b', 1, 'topic', 'category')], [1]],
    ['a dismissal of another aspect', [one('b', 2, 'category')], []],
    ['an unknown question', [one('x', 1, 'topic')], []],
  ])('finds %s', (_name, dismissed, numbers) => {
    expect([...findDismissed(corpus, dismissed, 'topic')]).toEqual(numbers);
  });
});

describe('a flaw that was dismissed', () => {
  const flawed = { question_text: 'Which  animal is not a mammal?', correct_answer: 'Frog' };
  const rows = [textRow(0, flawed), textRow(1, { ...flawed, dismissed: ['negative_wording', 'gone_long_ago'] })];

  it('is neither flagged nor counted, unlike the other flaws of the question', () => {
    const whole = itemFlaws.map({ source: 'texts', rows }, DEFAULTS);
    const { result } = itemFlaws.finish(whole, DEFAULTS);
    const counts = (result as unknown as { rules: { id: string; count: number }[] }).rules.filter(
      ({ count }) => count > 0,
    );
    expect(counts.map(({ id, count }) => [id, count])).toEqual([
      ['negative_wording', 1],
      ['whitespace', 2],
    ]);
    expect(result).toMatchObject({ summary: { flaws: 3, dismissed: 1 }, warnings: [{ code: 'dismissed', count: 1 }] });
    const items = itemFlaws.mapItems?.({ source: 'texts', rows }, DEFAULTS) ?? [];
    const flags = items.flatMap((rank) => rank.items.map((item) => itemFlaws.presentItem?.(item, null, DEFAULTS)));
    expect(flags).toMatchObject([
      { flags: [{ rule: 'negative_wording' }, { rule: 'whitespace' }] },
      { flags: [{ rule: 'whitespace' }] },
    ]);
  });

  it('does not count if its rule was not chosen', () => {
    const parameters = { ...DEFAULTS, rules: ['whitespace'] };
    const { result } = itemFlaws.finish(itemFlaws.map({ source: 'texts', rows }, parameters), parameters);
    expect(result).toMatchObject({ summary: { flaws: 2, dismissed: 0 }, warnings: [] });
  });
});

describe('a length that was dismissed', () => {
  const long = 'long '.repeat(60);
  const bank = Array.from({ length: 60 }, (_, index) =>
    row({
      id: `q${index}`,
      question_text: index % 10 === 3 ? `What is ${long} ${index}?` : `What is the number ${index}?`,
      correct_answer: index % 10 === 3 ? long : `It is ${index}`,
      ...(index % 20 === 3 && { dismissed: ['question_text'] }),
    }),
  );
  const parameters = { ...defaults, group_by: 'category' as const };
  const run = (...shards: (typeof bank)[]) => {
    const parts = shards.map((rows) => structuredClone(textStatistics.map({ source: 'texts', rows }, parameters)));
    return textStatistics.finish(
      parts.reduce((left, right) => textStatistics.merge(left, right, parameters)),
      parameters,
    );
  };

  it('is left out and counted, only in that field', () => {
    const { result, items } = run(bank);
    expect(result).toMatchObject({ summary: { outliers: 9, dismissed: 3 } });
    const listed = items.map(
      ({ question_id, body }) => `${question_id} ${(JSON.parse(body) as { field: string }).field}`,
    );
    const all = (ids: number[], field: string) => ids.map((id) => `q${id} ${field}`);
    expect(listed.toSorted()).toEqual(
      [...all([13, 33, 53], 'question_text'), ...all([3, 13, 23, 33, 43, 53], 'correct_answer')].toSorted(),
    );
  });

  it('has the same effect however the bank is cut', () => {
    const whole = run(bank);
    for (const cut of [1, 3, 4, 23, 24, 59]) {
      const parts = run(bank.slice(0, cut), bank.slice(cut));
      expect(parts.result).toEqual(whole.result);
      expect(parts.items.map(({ question_id, body }) => `${question_id} ${body}`).toSorted()).toEqual(
        whole.items.map(({ question_id, body }) => `${question_id} ${body}`).toSorted(),
      );
    }
  });

  it('does not displace other outliers', () => {
    const many = Array.from({ length: 9000 }, (_, index) =>
      row({
        id: `q${index}`,
        question_text:
          index < 600 || index >= 8500
            ? `What is ${long.repeat(index < 600 ? 3 : 2)}?`
            : `What is it, number ${index % 97}?`,
        ...(index < 600 && { dismissed: ['question_text'] }),
      }),
    );
    const { result, items } = run(many.slice(0, 700), many.slice(700));
    expect(result).toMatchObject({ summary: { outliers: 500, dismissed: 600 } });
    expect(items).toHaveLength(500);
  });
});

describe('a level that was confirmed', () => {
  it('is not flagged, and is counted only if it would otherwise be', () => {
    const doubts = new DoubtCollection(0.7, new Set([1, 2]));
    const model = { weights: new Float64Array(), featureCount: 0, iterations: 1, converged: true };
    for (const [question, sure] of [0.75, 0.9, 0.6].entries())
      doubts.consider(question, 0, Float64Array.of(1 - sure, sure, 0), model);
    expect(doubts.finish()).toMatchObject({ count: 1, dismissed: 1, surest: 0.75, kept: [{ question: 0 }] });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GivenAnswer, Verdict } from './kind.ts';
import { rulesOf } from './rules.ts';
import { type GivenAnswerFields, settleAnswer } from './settle-answer.ts';

function asked(given: Partial<GivenAnswerFields>, language = 'en') {
  const question_text = given.question_text ?? 'Which?';
  const { answer, violations } = settleAnswer({ ...given, question_text });
  expect(violations).toEqual([]);
  return { ...answer, question_text, category: 'Science', language };
}

type Asked = ReturnType<typeof asked>;

function verdictOf(question: Asked, answer: GivenAnswer): Verdict {
  const { answerProblem, score } = rulesOf(question.kind);
  expect(answerProblem(question, answer)).toBeUndefined();
  const steps = score(question, answer, { nearness: false });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
const scoreOf = (question: Asked, answer: GivenAnswer) => verdictOf(question, answer).score;
const problemOf = (question: Asked, answer: GivenAnswer) => rulesOf(question.kind).answerProblem(question, answer);

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const names = (min: number) => fc.integer({ min, max: NAMES.length }).map((count) => NAMES.slice(0, count));
const scoring = fc.constantFrom('partial' as const, 'all_or_nothing' as const);
const settled = (share: number, how: string) => (how === 'partial' || share === 1 ? share : 0);

describe.each([
  { runs: 2000, tags: [] },
  { runs: 100_000, tags: ['heavy'] },
])('$runs random answers score like the definition', { timeout: 300_000 }, ({ runs, tags }) => {
  it('of choices: right ones chosen less wrong ones, of all right ones', { tags }, () => {
    fc.assert(
      fc.property(names(2), fc.nat(), fc.uniqueArray(fc.nat(7), { maxLength: 8 }), scoring, (all, cut, picks, how) => {
        const right = all.slice(0, 1 + (cut % all.length));
        const question = asked({ key: { right }, incorrect_answers: all.slice(right.length), scoring: how });
        const chosen = picks.filter((pick) => pick < all.length).map((pick) => all[pick] ?? '');
        let points = 0;
        for (const one of chosen) points += right.includes(one) ? 1 : -1;
        expect(scoreOf(question, chosen)).toBe(settled(Math.max(0, points / right.length), how));
      }),
      { numRuns: runs },
    );
  });

  it('of an order: neighbours that follow each other', { tags }, () => {
    fc.assert(
      fc.property(names(2), fc.array(fc.nat(7)), scoring, (sequence, picks, how) => {
        const given = [...new Set(picks)].filter((pick) => pick < sequence.length);
        let pairs = 0;
        for (const [place, pick] of given.entries()) if (place > 0 && pick === (given[place - 1] ?? 9) + 1) pairs += 1;
        const question = asked({ key: { sequence }, scoring: how });
        const answer = given.map((pick) => sequence[pick] ?? '');
        expect(scoreOf(question, answer)).toBe(settled(pairs / (sequence.length - 1), how));
      }),
      { numRuns: runs },
    );
  });

  it('of a match and of gaps: the share that is right', { tags }, () => {
    fc.assert(
      fc.property(names(2), fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }), scoring, (all, picks, how) => {
        const answers = all.map((name) => `${name}!`);
        const given = all.map((_, index) => answers[picks[index] ?? 9] ?? null);
        let hits = 0;
        for (const [index, text] of given.entries()) if (text === answers[index]) hits += 1;
        const expected = settled(hits / all.length, how);
        const pairs = all.map((prompt, index) => ({ prompt, answer: answers[index] ?? '' }));
        const chosen = Object.fromEntries(
          all.flatMap((prompt, index) => (given[index] == null ? [] : [[prompt, given[index]]])),
        );
        expect(scoreOf(asked({ key: { pairs }, scoring: how }), chosen)).toBe(expected);
        const question_text = all.map((_, index) => `[[${index + 1}]]`).join(' ');
        const gaps = answers.map((answer) => ({ answer }));
        expect(scoreOf(asked({ question_text, key: { gaps }, scoring: how }), given)).toBe(expected);
      }),
      { numRuns: runs },
    );
  });

  it('of a number: within the tolerance, compared as integers', { tags }, () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 });
    const written = (value: number) =>
      `${value < 0 ? '-' : ''}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, cents, fc.nat(500), (value, given, tolerance) => {
        const question = asked({ key: { value: written(value), tolerance: written(tolerance) } });
        expect(scoreOf(question, written(given))).toBe(Math.abs(value - given) <= tolerance ? 1 : 0);
      }),
      { numRuns: runs },
    );
  });
});

describe('a number', () => {
  it.each([
    ['0.1 + 0.2 in floating point', { value: 0.3, tolerance: 0 }, 0.1 + 0.2, 0],
    ['0.3', { value: '0.3' }, 0.3, 1],
    ['a third with a relative tolerance', { value: '0.333333', relative_tolerance: '0.000002' }, '1/3', 1],
    ['a third beyond a relative tolerance', { value: '0.333333', relative_tolerance: '0.000001' }, '1/3', 0],
    ['1e-9', { value: 1e-9 }, '0.000000001', 1],
    ['the edge of a tolerance', { value: 9.81, tolerance: 0.05 }, '9.86', 1],
    ['beyond the edge', { value: 9.81, tolerance: 0.05 }, '9.8600001', 0],
    ['a negative value with a relative tolerance', { value: -100, relative_tolerance: 0.05 }, -105, 1],
    ['another unit', { value: 1500, unit: 'm', units: [{ name: 'km', factor: 1000 }] }, '1.5 km', 1],
    ['an unknown unit', { value: 1500, unit: 'm' }, '1500 s', 0],
    ['no unit', { value: 1500, unit: 'm' }, '1500', 1],
    ['a unit where there is none', { value: 3 }, '3 apples', 0],
    ['the speed of light', { value: 299_792_458, relative_tolerance: 0.01, unit: 'm/s' }, '3 × 10^8 m/s', 1],
    ['a word', { value: 3 }, 'three', 0],
  ])('%s', (_name, key, answer, score) => {
    expect(scoreOf(asked({ key }), answer)).toBe(score);
  });

  it('is read in the language of the question', () => {
    const key = { value: 1234.5 };
    expect(scoreOf(asked({ key }, 'de'), '1.234,5')).toBe(1);
    expect(scoreOf(asked({ key }, 'en'), '1,234.5')).toBe(1);
    expect(scoreOf(asked({ key: { value: 1.234 } }, 'de'), '1.234')).toBe(0);
  });
});

describe('the parts of an answer', () => {
  it('are the options that were chosen', () => {
    const question = asked({ key: { right: ['a', 'b'] }, incorrect_answers: ['c'] });
    expect(verdictOf(question, ['b', 'c'])).toEqual({
      correct: false,
      matched: null,
      score: 0,
      parts: [
        { name: 'b', correct: true },
        { name: 'c', correct: false },
      ],
    });
  });

  it('are the gaps, where folded texts and accepted answers count, and options only literally', () => {
    const gaps = [{ answer: 'Łódź', accepted: ['Lodz'] }, { answer: 'NaCl', options: ['NACL'] }, { answer: 'the end' }];
    const question = asked({ question_text: '[[1]] [[2]] [[3]]', key: { gaps } });
    expect(verdictOf(question, ['lodz', 'nacl', 'End'])).toMatchObject({
      score: 2 / 3,
      parts: [
        { name: '1', correct: true },
        { name: '2', correct: false },
        { name: '3', correct: true },
      ],
    });
  });
});

it('leaves an essay to a person', () => {
  expect(verdictOf(asked({ kind: 'essay' }), 'Once upon a time')).toEqual({
    correct: null,
    matched: null,
    score: null,
    parts: null,
  });
});

it('takes a boolean for true or false', () => {
  const question = asked({ kind: 'true_false', correct_answer: 'False' });
  expect([scoreOf(question, false), scoreOf(question, 'FALSE'), scoreOf(question, true)]).toEqual([1, 1, 0]);
});

it.each([
  ['a text for a list', { key: { sequence: ['a', 'b'] } }, 'a', 'must be a list of texts'],
  ['an unknown option', { key: { sequence: ['a', 'b'] } }, ['x'], 'must be a list of texts from `options`'],
  ['an option twice', { key: { sequence: ['a', 'b'] } }, ['a', 'a'], 'may have each of `options` only once'],
  ['a list for a text', { correct_answer: 'a' }, ['a'], 'must be a text'],
  ['a list for a number', { key: { value: 1 } }, ['1'], 'must be a number, or a text with one'],
  [
    'a list for pairs',
    {
      key: {
        pairs: [
          { prompt: 'p', answer: 'a' },
          { prompt: 'q', answer: 'b' },
        ],
      },
    },
    ['a'],
    'must be an object from prompts to answers',
  ],
  [
    'an unknown prompt',
    {
      key: {
        pairs: [
          { prompt: 'p', answer: 'a' },
          { prompt: 'q', answer: 'b' },
        ],
      },
    },
    { toString: 'a' },
    'may only name texts of `prompts`',
  ],
  [
    'an unknown answer',
    {
      key: {
        pairs: [
          { prompt: 'p', answer: 'a' },
          { prompt: 'q', answer: 'b' },
        ],
      },
    },
    { p: 'x' },
    'may only choose texts of `options`',
  ],
  [
    'too many gaps',
    { question_text: '[[1]]', key: { gaps: [{ answer: 'a' }] } },
    ['a', 'b'],
    'may have at most 1 entry, one for each gap',
  ],
])('rejects %s', (_name, given, answer, problem) => {
  expect(problemOf(asked(given), answer as GivenAnswer)).toBe(problem);
});

describe('what a player sees', () => {
  it('does not depend on the key', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.shuffledSubarray(NAMES, { minLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        (id, all, cut) => {
          const show = (given: Partial<GivenAnswerFields>) => {
            const question = asked(given);
            return rulesOf(question.kind).show(id, question);
          };
          const sorted = all.toSorted();
          const choices = (list: readonly string[]) =>
            show({ key: { right: list.slice(0, cut) }, incorrect_answers: list.slice(cut) });
          expect(choices(all)).toEqual(choices(sorted));
          expect(show({ key: { sequence: all } })).toEqual(show({ key: { sequence: sorted } }));
          const match = (list: readonly string[]) =>
            show({
              key: {
                pairs: list.slice(0, 4).map((answer, index) => ({ prompt: `${index}`, answer })),
                extra: list.slice(4),
              },
            });
          expect(match(all)).toEqual(match(sorted));
        },
      ),
    );
  });

  it('lets a guess of the first option be right no more often than chance', () => {
    const right = Array.from({ length: 10_000 }, (_, index) => {
      const question = asked({ key: { right: ['a'] }, incorrect_answers: ['b', 'c', 'd'] });
      return rulesOf(question.kind).show(`question-${index}`, question).options?.[0] === 'a';
    }).filter(Boolean).length;
    expect(Math.abs(right - 2500)).toBeLessThan(4 * Math.sqrt(10_000 * 0.25 * 0.75));
  });
});

import { describe, expect, it } from 'vitest';
import {
  COEFFICIENTS,
  DEFAULT_THRESHOLD,
  DEFAULT_WORDING,
  evidenceOf,
  isContent,
  isSameWording,
  judge,
  likeness,
  MAX_SHARED,
  reachOf,
  USUAL_ANSWER,
} from './judge.ts';
import { ComparedSet } from './likeness.fixture.ts';

const WORDINGS = {
  sun: 'Which planet is closest to the Sun in our Solar System?',
  nearest: 'What planet is nearest to the Sun in our Solar System?',
  star: 'Which planet is closest to a star in our Solar System?',
  farthest: 'Which planet is farthest from the Sun in our Solar System?',
  not: 'Which planet is not closest to the Sun in our Solar System?',
  where: 'Where is the planet closest to the Sun in our Solar System?',
  second: 'Which 2 planets are closest to the Sun in our Solar System?',
  these: 'Which of these planets is closest to the Sun in our Solar System?',
  first: 'Which planet is first closest to the Sun in our Solar System?',
  sum: 'What do you get when you calculate 12 + 30?',
  difference: 'What do you get when you calculate 12 - 30?',
  composer: 'Name the composer.',
  composers: 'Name that composer!',
  england: 'What is the capital of England?',
  capital: 'England: which is its capital?',
  whats: 'Whats the capital of England?',
  this: 'What is this?',
} as const;
type Wording = keyof typeof WORDINGS;

const question = (wording: Wording) => ({ question_text: WORDINGS[wording], correct_answer: wording });
const set = new ComparedSet((Object.keys(WORDINGS) as Wording[]).map(question));
const compare = (a: Wording, b: Wording) => set.compare(question(a), question(b)).words;

describe('one wording', () => {
  it.each<[Wording, Wording, boolean, string]>([
    ['sun', 'nearest', true, 'synonyms, and "what" for "which"'],
    ['sun', 'sun', true, 'equal texts'],
    ['sun', 'farthest', false, 'a significant word was swapped'],
    ['sun', 'star', false, '"sun" was swapped'],
    ['sun', 'not', false, 'a negation'],
    ['sun', 'where', false, 'another kind of thing is asked for'],
    ['sun', 'second', false, 'a number'],
    ['sun', 'these', false, 'options are meant'],
    ['these', 'these', false, 'options are meant on both sides'],
    ['sun', 'first', false, 'a light word that makes another question'],
    ['sum', 'difference', false, 'another operator'],
    ['composer', 'composers', false, 'a phrase that fits anything'],
    ['england', 'capital', true, 'short, but still a question'],
    ['england', 'whats', true, 'glue with an ending'],
    ['this', 'this', false, 'nothing but glue'],
  ])('%s and %s: %s (%s)', (a, b, same) => {
    expect(isSameWording(compare(a, b), 0.5)).toBe(same);
    expect(isSameWording(compare(b, a), 0.5)).toBe(same);
  });

  it('requires the given similarity', () => {
    const { similarity } = compare('sun', 'nearest');
    expect(isSameWording(compare('sun', 'nearest'), similarity)).toBe(true);
    expect(isSameWording(compare('sun', 'nearest'), similarity + 1e-9)).toBe(false);
  });
});

describe('the judgement', () => {
  const thresholds = { likeness: DEFAULT_THRESHOLD, wording: DEFAULT_WORDING };
  const different = { relation: 'different', weight: 9 } as const;
  const judgeSame = (a: Wording, b: Wording, weight: number) =>
    judge(compare(a, b), { relation: 'same', weight }, thresholds, () => true).relation;

  it('is based on the wording if answers differ', () => {
    const words = compare('sun', 'nearest');
    const expected = likeness(evidenceOf(words, USUAL_ANSWER));
    expect(judge(words, different, thresholds, () => true)).toEqual({ relation: 'conflict', likeness: expected });
    expect(judge(words, different, thresholds, () => false)).toEqual({ relation: null, likeness: expected });
    expect(judge(words, { relation: 'alike', weight: 9 }, thresholds, () => true).relation).toBe('answer_variant');
    expect(judge(compare('sun', 'not'), different, thresholds, () => true).relation).toBeNull();
  });

  it('is based on the likeness if answers are equal', () => {
    expect(judgeSame('sun', 'nearest', 7)).toBe('near');
    expect(judgeSame('sun', 'difference', 7)).toBeNull();
    // "Which is" and "which is not" only have the same answer if many questions do: "True".
    expect(judgeSame('sun', 'not', 4.9)).toBeNull();
    expect(judgeSame('sun', 'not', 5)).toBe('near');
  });

  it('matches a likeness calculated by hand', () => {
    const { covered, shared, swapped, numbers, answer, constant } = COEFFICIENTS;
    const sum = constant + covered * 0.8 + shared * 20 + swapped * 3 + numbers + answer * 6;
    const evidence = { covered: 0.8, shared: 20, swapped: 3, numbers: 1, answer: 6 };
    expect(likeness(evidence)).toBeCloseTo(1 / (1 + Math.exp(-sum)), 12);
    expect(evidenceOf(compare('sum', 'second'), 3)).toMatchObject({ numbers: 1, answer: 3 });
    expect(evidenceOf(compare('sun', 'second'), 3)).toMatchObject({ numbers: 0 });
    expect(evidenceOf({ ...compare('sun', 'nearest'), shared: 1000 }, 3)).toMatchObject({ shared: MAX_SHARED });
  });

  it('bounds which pairs can reach a likeness, exactly if no numbers differ', () => {
    for (const answer of [2, 5, 9]) {
      for (const alike of [0.3, 0.5, 0.9]) {
        for (const swapped of [0, 1, 4, 9]) {
          for (const covered of [0.2, 0.35, 0.6, 1]) {
            for (const shared of [3, 20, 49, 80]) {
              const reached = likeness({ covered, shared: Math.min(MAX_SHARED, shared), swapped, numbers: 0, answer });
              const within = reached >= alike;
              expect(reachOf(answer, alike)(covered, shared, swapped)).toBe(within);
            }
          }
        }
      }
    }
  });

  it('counts heavy words, numbers and negations as content', () => {
    expect([isContent(4.5, 0), isContent(0, 1), isContent(0, 2), isContent(0, 16)]).toEqual([true, true, true, true]);
    expect([0, 4, 8, 32, 64].filter((kind) => isContent(4.4, kind))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  AFFIRMATIVE,
  ANSWER_TYPES,
  type AnswerType,
  answerType,
  nameAnswerType,
  storedAnswerType,
} from './answer-type.ts';

const CASES: Record<AnswerType, readonly string[]> = {
  number: [
    '8',
    '-3.5',
    '1,000,000',
    '$5 million',
    '180 degrees',
    '2.7 K',
    '50%',
    '3/4',
    'Eleven',
    'twenty-one',
    '250 Million',
    '1st',
    'ten thousand',
  ],
  year: ['1969', '2017', '44 BC', 'AD 1066', '79 AD'],
  boolean: ['True', 'false', 'Yes', 'no.'],
  entity: [
    'Mercury',
    'island',
    'The Beatles',
    'Catch-22',
    'U2',
    '9/11 Commission',
    'The Hitchhiker’s Guide to the Galaxy',
    'AC/DC',
    '東京',
    'Norway',
  ],
  phrase: [
    'it was the name of a king',
    'the position and momentum of a particle cannot both be known exactly',
    '3 little pigs and a very, very bad wolf',
  ],
  list: ['Emily and Anne', 'red, green, blue', 'mustard; ketchup', 'cats / dogs', 'Paris, France'],
  formula: ['x', 'E=mc^2', 'a² + b²', 'H2O', 'NaHCO3', '2x + 3', '√2', 'x/2'],
};

describe('answerType', () => {
  it.each(ANSWER_TYPES.flatMap((type) => CASES[type].map((answer) => [answer, type] as const)))(
    'classifies %j as %s',
    (answer, type) => {
      expect(ANSWER_TYPES[answerType(answer)]).toBe(type);
    },
  );

  it('has the stored numbers', () => {
    expect(ANSWER_TYPES).toEqual(['number', 'year', 'boolean', 'entity', 'phrase', 'list', 'formula']);
  });

  it.each(['1', '1,', '1a', '1 a', 'a ', 'A2', 'and ', ', ', '; ', 'x+', ' / ', '&', 'one ', '-'])(
    'takes milliseconds for 10,000 characters of %j',
    (piece) => {
      const start = process.threadCpuUsage();
      expect(answerType(`${piece.repeat(10_000 / piece.length)}!`)).toBeGreaterThanOrEqual(0);
      expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(100);
    },
  );
});

describe('the stored answer type', () => {
  it.each(['True', 'yes', 'YES!', ' true. '])('distinguishes "%s" from other boolean answers', (answer) => {
    expect([storedAnswerType(answer), nameAnswerType(storedAnswerType(answer))]).toEqual([AFFIRMATIVE, 'boolean']);
  });

  it.each(['False', 'no', 'Trueman', 'yesterday', '1969', 'Mercury', 'red, green, blue'])(
    'is the plain type for "%s"',
    (answer) => {
      expect(storedAnswerType(answer)).toBe(answerType(answer));
      expect(nameAnswerType(storedAnswerType(answer))).toBe(ANSWER_TYPES[answerType(answer)]);
    },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSentences, questionFeatures } from './features.ts';

const features = (question_text: string, correct_answer = 'Yes') =>
  questionFeatures({ question_text, correct_answer, accepted_answers: [], incorrect_answers: [], language: 'en' });

describe('questionFeatures', () => {
  it('are only those in use: the keys by which a question is found, its flaws and its answer type', () => {
    expect(Object.keys(features('Who wrote it?')).sort()).toEqual([
      'answer_type',
      'flaws',
      'likeness_keys',
      'text_hash',
    ]);
  });

  it('fit into their columns for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const { text_hash, likeness_keys } = features(text);
        expect(BigInt.asIntN(64, text_hash)).toBe(text_hash);
        expect(likeness_keys.length).toBeLessThanOrEqual(9);
      }),
    );
  });
});

describe('text_hash', () => {
  it.each([
    ['case', 'Which planet is closest to the Sun?', 'WHICH PLANET IS CLOSEST TO THE SUN?'],
    ['accents', 'Où est le café?', 'Ou est le cafe?'],
    ['composition', 'Café', 'Cafe\u0301'],
    ['punctuation and spaces', 'Which planet, exactly?', ' which  planet (exactly)!'],
    ['compatibility forms', 'H₂O', 'H2O'],
  ])('is the same under %s', (_name, left, right) => {
    expect(features(left).text_hash).toBe(features(right).text_hash);
  });

  it.each([
    ['another number', 'In 1968?', 'In 1969?'],
    ['a negation', 'Which is a planet?', 'Which is not a planet?'],
    ['the order of words', 'Dog bites man', 'Man bites dog'],
    ['where words end', 'an ice', 'a nice'],
  ])('differs with %s', (_name, left, right) => {
    expect(features(left).text_hash).not.toBe(features(right).text_hash);
  });

  it('does not depend on the answer', () => {
    expect(features('Why?', 'A').text_hash).toBe(features('Why?', 'B').text_hash);
  });
});

describe('countSentences', () => {
  it.each([
    ['no end mark', 1],
    ['', 1],
    ['One. Two! Three?', 3],
    ['Really?! Yes…', 2],
    ['Pi is 3.14 or so', 1],
    ['Pi is 3.14. Is it?', 2],
    ['それは何。これは？', 2],
  ])('finds in "%s" %i', (text, expected) => {
    expect(countSentences(text)).toBe(expected);
  });
});

it('never changes the values that stored rows are compared with', () => {
  const { text_hash, likeness_keys } = features('Which planet is closest to the Sun?', 'Mercury');
  expect(text_hash).toBe(-6848459670345312712n);
  expect([...likeness_keys]).toEqual([-1981815114, -1284908578, -329190267, 1997903285]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedKeys, likenessKeys, wordingKeys } from './likeness-keys.ts';

const keys = (question_text: string, correct_answer: string) =>
  new Set(likenessKeys({ question_text, correct_answer }));
const shareOne = (a: Set<number>, b: Set<number>) => !a.isDisjointFrom(b);

describe('likenessKeys', () => {
  it.each([
    ['Which planet is closest to the Sun?', 'What is the name of the planet nearest to the sun?', 'Mercury'],
    ['Who wrote Pride and Prejudice?', 'Name the author of the novel Pride and Prejudice.', 'Jane Austen'],
    ['What is the capital of Peru?', 'Peru has which city as its capital?', 'lima'],
  ])('share one between two wordings with the same answer: %s', (a, b, answer) => {
    expect(shareOne(keys(a, answer), keys(b, answer.toUpperCase()))).toBe(true);
  });

  it('share one between equal significant words whatever the answer', () => {
    const [a, b] = [keys('What is the capital of Peru?', 'Lima'), keys('Which is the capital of Peru?', 'Cusco')];
    expect(a.intersection(b).size).toBe(1);
  });

  it('share none between different questions, even with the same answer', () => {
    const river = keys('Which river flows through Budapest?', 'Danube');
    expect(shareOne(river, keys('Which waltz did Strauss name after Vienna?', 'Danube'))).toBe(false);
    expect(shareOne(river, keys('Which river flows through Cologne?', 'Rhine'))).toBe(false);
  });

  it('are at most nine for any text, and none for a text without words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, answer) => {
        expect(keys(text, answer).size).toBeLessThanOrEqual(9);
      }),
    );
    expect(keys('?!', 'x').size).toBe(0);
  });
});

describe('wordingKeys', () => {
  it('do not depend on the answer', () => {
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 8 }),
        fc.uniqueArray(fc.lorem({ maxCount: 3 }), { minLength: 2 }),
        (text, answers) => {
          const all = answers.map((answer) => keys(text, answer));
          for (const key of wordingKeys(text)) for (const set of all) expect(set.has(key)).toBe(true);
        },
      ),
    );
    const [a, b] = [keys('What is the capital of Peru?', 'Lima'), keys('What is the capital of Peru?', 'Cusco')];
    expect([...a.intersection(b)]).toEqual([...wordingKeys('What is the capital of Peru?')]);
  });
});

describe('askedKeys', () => {
  it('are at most five: the heaviest words and the whole wording', () => {
    expect(askedKeys([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([1, 2, 3, 4, 9]);
    expect(askedKeys([1, 2, 3, 4, 5])).toEqual([1, 2, 3, 4, 5]);
    expect(askedKeys([])).toEqual([]);
  });
});

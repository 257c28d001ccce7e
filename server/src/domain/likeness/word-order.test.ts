import { describe, expect, it } from 'vitest';
import { rootWords } from './roots.ts';
import { areInOneOrder, neighbourOf, wordOrder } from './word-order.ts';

const order = (text: string) => wordOrder(rootWords(text).map(neighbourOf));
const inOrder = (a: string, b: string) => areInOneOrder(order(a), order(b));

describe('the order of words', () => {
  it.each([
    ['Who killed Achilles in Greek mythology?', 'In Greek mythology, who killed Achilles?'],
    ['Who was the original drummer for The Beatles?', 'Name the original drummer for the Beatles.'],
    ['What is the capital of Peru?', 'Which is the capital of Peru?'],
    ['What is the capital of Peru?', 'What is the capital city of Peru?'],
    ['Peru?', 'Which is the capital of Peru?'],
  ])('is the same for %j and %j', (a, b) => {
    expect(inOrder(a, b)).toBe(true);
    expect(inOrder(b, a)).toBe(true);
  });

  it.each([
    [
      'What is the breed of animal created from the crossing of a male lion and a female tiger?',
      'What is the breed of animal created from the crossing of a female lion and a male tiger?',
    ],
    ['Which games were released in Japan before America?', 'Which games were released in America before Japan?'],
  ])('differs for %j and %j', (a, b) => {
    expect(inOrder(a, b)).toBe(false);
    expect(inOrder(b, a)).toBe(false);
  });

  it('has 64 bits', () => {
    const many = Array.from({ length: 2000 }, (_, index) => neighbourOf(`word${index}`));
    expect(wordOrder(many)).toEqual([0xffffffff, 0xffffffff]);
    expect([wordOrder([]), wordOrder([neighbourOf('one')])]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

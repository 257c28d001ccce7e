import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionsOf } from './options.ts';

const mercury = { id: 'q', correct_answer: 'Mercury', incorrect_answers: ['Venus', 'Mars', 'Earth'] };
const text = fc.string({ minLength: 1 });

describe('optionsOf', () => {
  it('contains the right answer and every wrong one, each once', () => {
    expect(optionsOf(mercury)?.toSorted()).toEqual(['Earth', 'Mars', 'Mercury', 'Venus']);
    expect(optionsOf({ ...mercury, incorrect_answers: ['Mercury', 'Mars', 'Mars'] })?.toSorted()).toEqual([
      'Mars',
      'Mercury',
    ]);
  });

  it('is null for a question without wrong answers', () => {
    expect(optionsOf({ ...mercury, incorrect_answers: [] })).toBeNull();
  });

  it('has the same order whichever option is right, and however they are stored', () => {
    fc.assert(
      fc.property(text, fc.uniqueArray(text, { minLength: 2, maxLength: 21 }), (id, texts) => {
        const orders = texts.map((correct_answer, index) =>
          optionsOf({ id, correct_answer, incorrect_answers: texts.toSpliced(index, 1).toReversed() }),
        );
        expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(1);
      }),
    );
  });

  it('keeps the order of the others if one is changed', () => {
    const before = optionsOf(mercury)?.filter((option) => option !== 'Mars');
    const after = optionsOf({ ...mercury, incorrect_answers: ['Venus', 'Pluto', 'Earth'] });
    expect(after?.filter((option) => option !== 'Pluto')).toEqual(before);
  });

  it('puts the right answer at every place equally often', () => {
    const places = [0, 0, 0, 0];
    for (let index = 0; index < 4000; index += 1) {
      const place = optionsOf({ ...mercury, id: `question ${index}` })?.indexOf('Mercury') ?? -1;
      places[place] = (places[place] ?? 0) + 1;
    }
    for (const count of places) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

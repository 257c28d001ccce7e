import { describe, expect, it } from 'vitest';
import { classWeight } from './c-tf-idf.ts';
import { inverseFrequency, normalise } from './tf-idf.ts';

/** The matrix of counts in the user guide of scikit-learn: 6 texts of 3 terms, which occur in 6, 1 and 2 of them. */
const ROW = [3, 0, 1];
const FREQUENCIES = [6, 1, 2];

function weigh(added: 0 | 1): number[] {
  const row = Float64Array.from(
    ROW,
    (count, term) => count * inverseFrequency(6 + added, (FREQUENCIES[term] ?? 0) + added),
  );
  normalise(row);
  return [...row];
}

describe('tf-idf', () => {
  it.each([
    ['in its standard form', 0, [0.81940995, 0, 0.57320793]],
    ['in its smooth form', 1, [0.85151335, 0, 0.52433293]],
  ] as const)('matches scikit-learn %s', (_name, added, expected) => {
    for (const [term, weight] of weigh(added).entries()) expect(weight).toBeCloseTo(expected[term] ?? 0, 8);
  });

  it('leaves a vector of zeros unchanged', () => {
    const row = new Float64Array(3);
    normalise(row);
    expect([...row]).toEqual([0, 0, 0]);
  });
});

describe('classWeight', () => {
  // "planet orbit planet star" and "river ocean river planet": 4 words in each class, planet 3 times in all.
  it.each([
    ['planet', 2, 3, 0.423649],
    ['orbit', 1, 1, 0.402359],
    ['river', 2, 2, 0.549306],
    ['planet of the rivers', 1, 3, 0.211824],
  ])('of %s', (_term, count, overall, expected) => {
    expect(classWeight(count, 4, 4, overall)).toBeCloseTo(expected, 6);
  });
});

import { describe, expect, it } from 'vitest';
import { rootOf } from './roots.ts';
import { stemWord } from './stems.ts';
import { answerWeight, HEAVIEST, knownAnswers, wordWeight } from './weights.ts';

const weigh = (word: string, found: number, texts: number) => wordWeight(rootOf(stemWord(word)), found, texts);

describe('the weight of a word', () => {
  it('is based on English if ten texts are too few', () => {
    expect(weigh('capital', 5, 10)).toBeLessThan(weigh('finland', 5, 10));
    expect(weigh('planet', 1, 10)).toBeLessThan(weigh('zymurgy', 1, 10));
    // Not among the known words: ln(5010 / (1 + 0.3)).
    expect(weigh('zymurgy', 1, 10)).toBeCloseTo(Math.log(5010 / 1.3), 12);
  });

  it('is based on the set if it is large, in any language', () => {
    expect(weigh('hauptstadt', 40_000, 1_000_000)).toBeCloseTo(Math.log(1_005_000 / 40_000.3), 12);
    expect(weigh('hauptstadt', 40_000, 1_000_000)).toBeLessThan(weigh('capital', 40, 1_000_000));
  });

  it('is small for words that say little, rare or not', () => {
    expect(weigh('who', 10, 10)).toBeLessThan(0.8);
    expect(weigh('whom', 1, 100_000)).toBeLessThan(weigh('cat', 10, 100_000));
  });

  it('is never negative and has a limit', () => {
    for (const word of ['who', 'constructor', '__proto__', '日本', '-']) {
      for (const [found, texts] of [
        [1, 1],
        [10_000_000, 10_000_000],
        [1, 10_000_000],
        [0, 0],
      ] as const) {
        expect(weigh(word, found, texts)).toBeGreaterThan(0);
        expect(weigh(word, found, texts)).toBeLessThanOrEqual(HEAVIEST);
      }
    }
  });
});

describe('the weight of an answer', () => {
  it('is small for True and large for a name', () => {
    const weight = (answer: string, found: number) => answerWeight(knownAnswers(answer), found, 1000);
    // 6.775% of 5,000 known questions are answered with "True": 338.75.
    expect(weight('true', 100)).toBeCloseTo(Math.log(6000 / 438.75), 12);
    expect(weight('jay berwanger', 2)).toBeCloseTo(Math.log(6000 / 2.3), 12);
    expect(weight('constructor', 1)).toBeCloseTo(Math.log(6000 / 1.3), 12);
  });
});

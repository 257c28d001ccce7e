import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logOdds } from './log-odds.ts';

describe('log-odds with an informative prior', () => {
  it('match an example calculated by hand', () => {
    // 100 words on either side: the prior weighs 100. A word used 8 and 2 times has 10 of 200, so 5 of the prior:
    // 8 + 5 = 13 of 200 against 2 + 5 = 7 of 200. Odds 13/187 and 7/193, variance 1/13 + 1/7.
    const { log_odds, z } = logOdds({ a: 8, b: 2 }, { a: 100, b: 100 }) ?? {};
    expect(log_odds).toBeCloseTo(Math.log(13 / 187) - Math.log(7 / 193), 14);
    expect(log_odds).toBeCloseTo(0.650621, 6);
    expect(z).toBeCloseTo(1.38782, 5);
  });

  it('weigh the prior by the shorter text', () => {
    // 10 and 90 words: a prior of 10. 5 of all 100 uses: 0.5 of it. 2.5 of 20 against 3.5 of 100.
    const { log_odds, z } = logOdds({ a: 2, b: 3 }, { a: 10, b: 90 }) ?? {};
    expect(log_odds).toBeCloseTo(Math.log(2.5 / 17.5) - Math.log(3.5 / 96.5), 14);
    expect(z).toBeCloseTo((log_odds ?? 0) / Math.sqrt(1 / 2.5 + 1 / 3.5), 14);
    // Ten times as frequent in a text of a thousand words as in one of ten million.
    expect(logOdds({ a: 20, b: 20_000 }, { a: 1000, b: 10_000_000 })?.z).toBeGreaterThan(7);
  });

  it('need nine uses to be significant for a word that the other text lacks', () => {
    const total = { a: 1_000_000, b: 1_000_000 };
    expect(logOdds({ a: 8, b: 0 }, total)?.z).toBeLessThan(1.96);
    expect(logOdds({ a: 9, b: 0 }, total)?.z).toBeGreaterThan(1.96);
    expect(logOdds({ a: 0, b: 9 }, total)?.z).toBeLessThan(-1.96);
  });

  it('are 0 for the same uses in texts of the same length', () => {
    expect(logOdds({ a: 7, b: 7 }, { a: 50, b: 50 })).toEqual({ log_odds: 0, z: 0 });
  });

  it('are mirrored when the sides change, and above 0 if the word is more frequent', () => {
    const count = fc.integer({ min: 0, max: 50 });
    const rest = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(count, count, rest, rest, (a, b, restA, restB) => {
        fc.pre(a + b > 0);
        const total = { a: a + restA, b: b + restB };
        const here = logOdds({ a, b }, total);
        const there = logOdds({ a: b, b: a }, { a: total.b, b: total.a });
        expect((here?.log_odds ?? 1) + (there?.log_odds ?? 1)).toBe(0);
        expect((here?.z ?? 1) + (there?.z ?? 1)).toBe(0);
        if (a * total.b > b * total.a) expect(here?.log_odds).toBeGreaterThan(0);
        if (a * total.b === b * total.a) expect(here?.log_odds).toBeCloseTo(0, 12);
      }),
    );
  });

  it('are null if there is nothing to compare: no text, no use, or no other word', () => {
    expect(logOdds({ a: 1, b: 0 }, { a: 3, b: 0 })).toBeNull();
    expect(logOdds({ a: 0, b: 1 }, { a: 0, b: 3 })).toBeNull();
    expect(logOdds({ a: 0, b: 0 }, { a: 3, b: 3 })).toBeNull();
    expect(logOdds({ a: 3, b: 2 }, { a: 3, b: 2 })).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossTabulate, measureAgreement } from './agreement.ts';

const agree = (declared: readonly number[], observed: readonly number[]) =>
  measureAgreement(crossTabulate(declared, observed, 3));

describe('agreement of two lists of levels', () => {
  it('gives the golden numbers', () => {
    const declared = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2];
    const observed = [0, 0, 1, 1, 1, 2, 2, 2, 1, 0];
    expect(crossTabulate(declared, observed, 3)).toEqual([
      [2, 1, 0],
      [0, 2, 1],
      [1, 1, 2],
    ]);
    const { accuracy, majority_baseline, quadratic_weighted_kappa, spearman, kendall_tau_b } = agree(
      declared,
      observed,
    );
    expect(accuracy).toBe(0.6);
    expect(majority_baseline).toBe(0.4);
    expect(quadratic_weighted_kappa).toBeCloseTo(0.46153846153846156, 14);
    expect(spearman).toBeCloseTo(0.45238095238095244, 14);
    expect(kendall_tau_b).toBeCloseTo(0.4242424242424242, 14);
  });

  it('matches values calculated by hand for four cases', () => {
    // Pairs of cases: (0,0)-(1,1) and (0,0)-(2,1) concordant, (0,2)-(1,1) and (0,2)-(2,1) discordant, (1,1)-(2,1) and
    // (0,0)-(0,2) tied: tau-b = 0. Squared distances 0 + 4 + 0 + 1 = 5; expected, over 4 x 4 pairs of a declared with an
    // observed level: 2 (0 + 1 + 1 + 4) + (1 + 0 + 0 + 1) + (4 + 1 + 1 + 0) = 20, a quarter of it 5: kappa = 1 - 5 / 5.
    const { quadratic_weighted_kappa, kendall_tau_b, spearman } = agree([0, 0, 1, 2], [0, 2, 1, 1]);
    expect(quadratic_weighted_kappa).toBe(0);
    expect(kendall_tau_b).toBe(0);
    // Mid-ranks 1.5 1.5 3 4 and 1 4 2.5 2.5, from their mean 2.5: -1 -1 0.5 1.5 and -1.5 1.5 0 0: products sum to 0.
    expect(spearman).toBe(0);
  });

  it('is 1 for equal lists and -1 for reversed ones', () => {
    expect(agree([0, 1, 2, 2], [0, 1, 2, 2])).toMatchObject({
      accuracy: 1,
      quadratic_weighted_kappa: 1,
      spearman: 1,
      kendall_tau_b: 1,
    });
    expect(agree([0, 1, 2], [2, 1, 0])).toMatchObject({
      quadratic_weighted_kappa: -1,
      spearman: -1,
      kendall_tau_b: -1,
    });
  });

  it('is undefined if there is nothing to compare', () => {
    expect(agree([1, 1], [0, 2])).toMatchObject({ accuracy: 0, spearman: null, kendall_tau_b: null });
    expect(agree([1, 1], [1, 1])).toMatchObject({ accuracy: 1, quadratic_weighted_kappa: null, spearman: null });
    expect(Object.values(agree([], []))).toEqual([null, null, null, null, null]);
  });

  it('rejects levels outside the table and lists of different lengths', () => {
    expect(() => crossTabulate([3], [0], 3)).toThrow('0 to 2');
    expect(() => crossTabulate([0], [3], 3)).toThrow('0 to 2');
    expect(() => crossTabulate([0], [], 3)).toThrow('every case');
  });

  it('equals the definitions over single cases, in any order and symmetrically', () => {
    const cases = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(cases, (list) => {
        const declared = list.map(([level]) => level);
        const observed = list.map(([, level]) => level);
        const found = agree(declared, observed);
        expect(found.kendall_tau_b ?? 0).toBeCloseTo(tauOverPairs(list), 10);
        expect(found.spearman ?? 0).toBeCloseTo(pearson(ranks(declared), ranks(observed)), 10);
        const swapped = agree(observed, declared);
        expect(swapped.quadratic_weighted_kappa).toEqual(found.quadratic_weighted_kappa);
        expect(agree(declared.toReversed(), observed.toReversed())).toEqual(found);
      }),
    );
  });
});

function tauOverPairs(list: readonly (readonly [number, number])[]): number {
  const pairs = list.flatMap((left, index) => list.slice(index + 1).map((right) => [left, right] as const));
  const signs = pairs.map(([left, right]) => [Math.sign(left[0] - right[0]), Math.sign(left[1] - right[1])] as const);
  const untied = (side: 0 | 1) => signs.filter((pair) => pair[side] !== 0).length;
  const balance = signs.reduce((sum, [x, y]) => sum + x * y, 0);
  return untied(0) * untied(1) === 0 ? 0 : balance / Math.sqrt(untied(0) * untied(1));
}

function ranks(levels: readonly number[]): number[] {
  return levels.map(
    (level) =>
      levels.filter((other) => other < level).length + (levels.filter((other) => other === level).length + 1) / 2,
  );
}

function pearson(x: readonly number[], y: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [mx, my] = [mean(x), mean(y)];
  const moment = (left: (index: number) => number, right: (index: number) => number) =>
    x.reduce((sum, _, index) => sum + left(index) * right(index), 0);
  const dx = (index: number) => (x[index] ?? 0) - mx;
  const dy = (index: number) => (y[index] ?? 0) - my;
  const spread = Math.sqrt(moment(dx, dx) * moment(dy, dy));
  return spread === 0 ? 0 : moment(dx, dy) / spread;
}

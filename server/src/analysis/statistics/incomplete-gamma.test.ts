import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { upperIncompleteGamma } from './incomplete-gamma.ts';

describe('upperIncompleteGamma', () => {
  it('is 1 at 0 and e^-x for a = 1', () => {
    expect(upperIncompleteGamma(3, 0)).toBe(1);
    for (const x of [0.01, 0.5, 1.99, 2.01, 30, 700]) {
      expect(Math.abs(upperIncompleteGamma(1, x) / Math.exp(-x) - 1)).toBeLessThan(1e-13);
    }
  });

  it('terminates, lies between 0 and 1 and never rises with x, for any a', () => {
    const a = fc.oneof(fc.double({ min: 0.5, max: 50, noNaN: true }), fc.integer({ min: 1, max: 1e7 }));
    fc.assert(
      fc.property(
        a,
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 1, max: 2, noNaN: true }),
        (a, at, by) => {
          const near = upperIncompleteGamma(a, a * at);
          const far = upperIncompleteGamma(a, a * at * by);
          expect(near).toBeLessThanOrEqual(1);
          expect(far).toBeGreaterThanOrEqual(0);
          expect(far).toBeLessThanOrEqual(near * (1 + 1e-12));
        },
      ),
    );
  });

  it('satisfies Q(a + 1, x) = Q(a, x) + x^a e^-x / gamma(a + 1) on both sides of x = a + 1', () => {
    let factorial = 1;
    for (let a = 1; a <= 30; a += 1) {
      factorial *= a;
      for (const x of [a / 2, a + 0.9, a + 1, a + 1.1, 3 * a]) {
        const step = (x ** a * Math.exp(-x)) / factorial;
        expect(Math.abs(upperIncompleteGamma(a + 1, x) - upperIncompleteGamma(a, x) - step)).toBeLessThan(1e-14);
      }
    }
  });
});

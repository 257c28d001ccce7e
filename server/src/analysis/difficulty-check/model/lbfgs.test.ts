import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimise } from './lbfgs.ts';

const STRICT = { maxIterations: 200, minGain: 1e-15 };

describe('minimise', () => {
  it('finds the minimum of any quadratic bowl, however skewed and badly guessed', () => {
    const axis = fc.record({
      bottom: fc.double({ min: -5, max: 5, noNaN: true }),
      curvature: fc.double({ min: 0.01, max: 100, noNaN: true }),
      guess: fc.double({ min: 0.1, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(axis, { minLength: 1, maxLength: 6 }), (axes) => {
        const objective = (at: Float64Array, gradient: Float64Array) => {
          let value = 1;
          for (const [index, { bottom, curvature }] of axes.entries()) {
            const away = (at[index] ?? 0) - bottom;
            gradient[index] = curvature * away;
            value += (curvature * away * away) / 2;
          }
          return value;
        };
        const { at, converged } = minimise(
          objective,
          Float64Array.from(axes, ({ guess }) => guess),
          STRICT,
        );
        expect(converged).toBe(true);
        for (const [index, { bottom }] of axes.entries()) expect(at[index]).toBeCloseTo(bottom, 3);
      }),
    );
  });

  it('reports that it ran out of iterations', () => {
    // exp(x) - 100 x has its minimum at ln 100, and a curvature of 1 is a bad guess.
    const objective = ([x = 0]: Float64Array, gradient: Float64Array) => {
      gradient[0] = Math.exp(x) - 100;
      return Math.exp(x) - 100 * x;
    };
    expect(minimise(objective, Float64Array.of(1), { maxIterations: 2, minGain: 1e-9 }).converged).toBe(false);
    const { at, converged } = minimise(objective, Float64Array.of(1), { maxIterations: 100, minGain: 1e-14 });
    expect(converged).toBe(true);
    expect(at[0]).toBeCloseTo(Math.log(100), 5);
  });

  it('stays at a minimum', () => {
    const objective = (_: Float64Array, gradient: Float64Array) => {
      gradient.fill(0);
      return 3;
    };
    expect([...minimise(objective, Float64Array.of(1, 1), STRICT).at]).toEqual([0, 0]);
  });
});

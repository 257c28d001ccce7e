import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iris } from '../iris.fixture.ts';
import { kMeans, type Points } from './k-means.ts';

const EFFORT = { starts: 10, rounds: 100 };

function pointsOf(rows: readonly (readonly number[])[]): Points {
  return { coordinates: Float64Array.from(rows.flat()), dimensions: rows[0]?.length ?? 0, count: rows.length };
}

function sizesOf(of: Uint8Array, k: number): number[] {
  return Array.from({ length: k }, (_, cluster) => of.filter((one) => one === cluster).length);
}

describe('kMeans', () => {
  it('finds the same three iris clusters as R', () => {
    const { withinSquares, of } = kMeans({ coordinates: iris, dimensions: 4, count: 150 }, 3, 1, EFFORT);
    expect(withinSquares).toBeCloseTo(78.851441, 5);
    expect(sizesOf(of, 3).sort((left, right) => left - right)).toEqual([38, 50, 62]);
  });

  it('matches a result calculated by hand: two pairs on a line', () => {
    // 0 and 2 around 1, 10 and 14 around 12: 1 + 1 + 4 + 4.
    const { withinSquares, centres } = kMeans(pointsOf([[0], [2], [10], [14]]), 2, 1, EFFORT);
    expect(withinSquares).toBe(10);
    expect([...centres].sort((left, right) => left - right)).toEqual([1, 12]);
  });

  it('accepts identical points', () => {
    const { withinSquares, of } = kMeans(pointsOf([[3], [3], [3]]), 2, 1, EFFORT);
    expect([withinSquares, ...of]).toEqual([0, 0, 0, 0]);
  });

  const rows = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
    minLength: 4,
    maxLength: 40,
  });

  it('is no worse with one more cluster, and assigns every point to its nearest centre', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 3 }), (list, k) => {
        const points = pointsOf(list);
        const [few, more] = [kMeans(points, k, 1, EFFORT), kMeans(points, k + 1, 1, EFFORT)];
        // Lloyd's algorithm may stop at a local optimum, so a tenth is tolerated for ten starts on forty points.
        expect(more.withinSquares).toBeLessThanOrEqual(few.withinSquares * 1.1 + 1e-6);
        for (const [point, [x, y]] of list.entries()) {
          const squares = Array.from(
            { length: k },
            (_, centre) => (x - (few.centres[2 * centre] ?? 0)) ** 2 + (y - (few.centres[2 * centre + 1] ?? 0)) ** 2,
          );
          expect(squares[few.of[point] ?? 0]).toBeLessThanOrEqual(Math.min(...squares) + 1e-6);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('gives the same result for the same seed', () => {
    const points = { coordinates: iris, dimensions: 4, count: 150 };
    expect(kMeans(points, 5, 7, { starts: 2, rounds: 20 })).toEqual(kMeans(points, 5, 7, { starts: 2, rounds: 20 }));
  });
});

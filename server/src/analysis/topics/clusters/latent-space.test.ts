import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SparseRow, SparseRows } from '../terms/sparse-rows.ts';
import { DIMENSIONS, learnLatentSpace } from './latent-space.ts';

const FEATURES = 6;
const vectors = fc.array(
  fc.uniqueArray(fc.nat({ max: FEATURES - 1 }), { minLength: 1, maxLength: 4 }).chain((features) =>
    fc.tuple(...features.map(() => fc.integer({ min: 1, max: 9 }))).map((weights) => ({
      features: Int32Array.from(features),
      weights: Float64Array.from(weights),
    })),
  ),
  { minLength: 2, maxLength: 12 },
);

function collect(rows: readonly SparseRow[]): SparseRows {
  const starts = new Uint32Array(rows.length + 1);
  for (const [row, { features }] of rows.entries()) starts[row + 1] = (starts[row] ?? 0) + features.length;
  return {
    count: rows.length,
    starts,
    features: Uint32Array.from(rows.flatMap(({ features }) => [...features])),
    weights: Float32Array.from(rows.flatMap(({ weights }) => [...weights])),
  };
}

function cosine(left: SparseRow, right: SparseRow): number {
  const dense = ({ features, weights }: SparseRow) => {
    const vector = new Float64Array(FEATURES);
    for (const [entry, feature] of features.entries()) vector[feature] = weights[entry] ?? 0;
    return vector;
  };
  const [one, other] = [dense(left), dense(right)];
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

function product(left: Float64Array, right: Float64Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

describe('learnLatentSpace', () => {
  it('preserves all angles if there are no more directions than dimensions', () => {
    fc.assert(
      fc.property(vectors, (rows) => {
        const space = learnLatentSpace(collect(rows), FEATURES, 1);
        const places = rows.map((row) => {
          const place = new Float64Array(DIMENSIONS);
          space.place(row, place);
          return place;
        });
        for (const [left, one] of rows.entries()) {
          for (const [right, other] of rows.entries()) {
            const placed = product(places[left] ?? new Float64Array(0), places[right] ?? new Float64Array(0));
            expect(placed).toBeCloseTo(cosine(one, other), 3);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('gives co-occurring words the same direction if there are too few dimensions', () => {
    // 60 pairs of words that always co-occur; 40 of them often, the others once.
    const rows = Array.from({ length: 60 }, (_, pair) =>
      Array.from({ length: pair < 20 ? 12 : 1 }, () => ({
        features: Int32Array.of(2 * pair, 2 * pair + 1),
        weights: Float64Array.of(Math.SQRT1_2, Math.SQRT1_2),
      })),
    ).flat();
    const space = learnLatentSpace(collect(rows), 120, 1);
    const placeOf = (feature: number) => {
      const place = new Float64Array(DIMENSIONS);
      space.place({ features: Int32Array.of(feature), weights: Float64Array.of(1) }, place);
      return place;
    };
    for (let pair = 0; pair < 20; pair += 1) {
      expect(product(placeOf(2 * pair), placeOf(2 * pair + 1))).toBeGreaterThan(0.99);
      expect(Math.abs(product(placeOf(2 * pair), placeOf((2 * pair + 2) % 40)))).toBeLessThan(0.1);
    }
  });

  it('gives a question without terms no position', () => {
    const place = new Float64Array(DIMENSIONS).fill(7);
    const none = { features: new Int32Array(0), weights: new Float64Array(0) };
    learnLatentSpace(collect([none]), 0, 1).place(none, place);
    expect(place.every((value) => value === 0)).toBe(true);
  });
});

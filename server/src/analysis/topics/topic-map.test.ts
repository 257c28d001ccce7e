import { describe, expect, it } from 'vitest';
import { findExemplars, groupCentres } from './centres.ts';
import { countSizes } from './labels.ts';
import { drawMap } from './topic-map.ts';

function placedAt(rows: readonly (readonly number[])[]) {
  return {
    questions: Uint32Array.from(rows.keys()),
    points: { coordinates: Float64Array.from(rows.flat()), dimensions: rows[0]?.length ?? 1, count: rows.length },
  };
}

// Three groups at the corners of a long triangle in the first two of three dimensions; noise in the third.
const PLACED = placedAt([
  [0, 0, 1],
  [0, 0, -1],
  [9, 0, 1],
  [9, 0, -1],
  [0, 3, 1],
  [0, 3, -1],
]);
const GROUPED = countSizes(['a', 'b', 'c', 'none of the sample'], Int32Array.of(0, 0, 1, 1, 2, 2));

describe('drawMap', () => {
  it('shows how the groups lie apart, not what varies within them', () => {
    const { points, shown } = drawMap(PLACED, GROUPED, groupCentres(PLACED, GROUPED), 1);
    expect(shown).toBeCloseTo(1, 6);
    const at = (question: number) => points[question] ?? { x: 0, y: 0, group: -1 };
    const apart = (left: number, right: number) => Math.hypot(at(left).x - at(right).x, at(left).y - at(right).y);
    expect([apart(0, 1), apart(0, 2), apart(0, 4)]).toEqual([0, 9, 3].map((distance) => expect.closeTo(distance, 1)));
    expect(points.map(({ group }) => group)).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('does not mind a group that the sample has nothing of', () => {
    const present = countSizes(['a', 'b', 'c'], GROUPED.of);
    // Moved away from the origin, where such a group would seem to lie.
    const moved = placedAt([0, 0, 1, 1, 2, 2].map((group, index) => [50 + group, 20 - group ** 2, index % 2]));
    const draw = (grouped: typeof present) => drawMap(moved, grouped, groupCentres(moved, grouped), 1);
    expect(draw(GROUPED)).toEqual(draw(present));
  });

  it('has a second axis with two groups, and none to show with one', () => {
    const two = countSizes(['a', 'b'], Int32Array.of(0, 0, 1, 1, 0, 0));
    expect(drawMap(PLACED, two, groupCentres(PLACED, two), 1).shown).toBeCloseTo(1, 2);
    const one = countSizes(['a'], new Int32Array(6));
    const map = drawMap(PLACED, one, groupCentres(PLACED, one), 1);
    expect(map.shown).toBeNull();
    expect(new Set(map.points.map(({ x }) => x)).size).toBeGreaterThan(1);
  });
});

describe('findExemplars', () => {
  it('takes those that lie farthest in the direction of their centre', () => {
    const placed = placedAt([
      [1, 0],
      [0.8, 0.6],
      [0.9, -0.4],
      [0, 1],
    ]);
    // The centre of a is (0.9, 0.07): products 0.9, 0.76 and 0.78.
    const grouped = countSizes(['a', 'b'], Int32Array.of(0, 0, 0, 1));
    expect(findExemplars(placed, grouped, groupCentres(placed, grouped), 2)).toEqual([[0, 2], [3]]);
  });
});

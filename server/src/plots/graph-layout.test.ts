import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { components, layOut, shelve } from './graph-layout.ts';

describe('components', () => {
  it('finds connected components, largest first', () => {
    const links = [
      [0, 1],
      [3, 4],
      [4, 5],
      [6, 6],
    ] as const;
    expect(components(7, links)).toEqual([[3, 4, 5], [0, 1], [2], [6]]);
  });

  it('puts every node into exactly one component', () => {
    const anyLinks = fc.array(fc.tuple(fc.nat(19), fc.nat(19)));
    fc.assert(
      fc.property(anyLinks, (links) => {
        const members = components(20, links)
          .flat()
          .sort((one, other) => one - other);
        return members.length === 20 && members.every((member, index) => member === index);
      }),
    );
  });
});

describe('layOut', () => {
  const ring = Array.from({ length: 8 }, (_, index) => [index, (index + 1) % 8] as const);
  const members = ring.map(([index]) => index);

  it('keeps nodes apart and linked ones together', () => {
    const spots = layOut(members, ring, 80);
    const gaps = members.flatMap((one) =>
      members.filter((other) => other > one).map((other) => ({ one, other, gap: gapOf(spots[one], spots[other]) })),
    );
    expect(Math.min(...gaps.map(({ gap }) => gap))).toBeGreaterThan(40);
    const [near, across] = [gapOf(spots[0], spots[1]), gapOf(spots[0], spots[4])];
    expect(near).toBeLessThan(across);
  });

  it('returns the same finite positions each time, even for a node linked to itself', () => {
    expect(layOut(members, ring, 80)).toEqual(layOut(members, ring, 80));
    expect(layOut([0], [[0, 0]], 80)).toEqual([{ x: 0, y: 0 }]);
  });

  it('lays a chain out horizontally', () => {
    const chain = Array.from({ length: 4 }, (_, index) => [index, index + 1] as const);
    const spots = layOut([0, 1, 2, 3, 4], chain, 80);
    const reach = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    expect(reach(spots.map(({ x }) => x))).toBeGreaterThan(2 * reach(spots.map(({ y }) => y)));
  });
});

describe('shelve', () => {
  it('begins a new row at the full width', () => {
    const boxes = [60, 50, 30].map((width) => ({ width, height: width }));
    expect(shelve(boxes, 100)).toEqual({
      corners: [
        { x: 0, y: 0 },
        { x: 0, y: 60 },
        { x: 50, y: 60 },
      ],
      height: 110,
    });
  });
});

function gapOf(one = { x: 0, y: 0 }, other = { x: 0, y: 0 }): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

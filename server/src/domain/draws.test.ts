import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSkip, drawStart, START_WINDOW, shuffleBySeed } from './draws.ts';

describe('drawStart', () => {
  it('is a signed 64-bit number, the same for the same seed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (seed) => {
        expect(BigInt.asIntN(64, drawStart(seed))).toBe(drawStart(seed));
        expect(drawStart(seed)).toBe(drawStart(seed));
      }),
    );
  });

  it('never changes between releases', () => {
    expect(drawStart('seed')).toBe(1851639526980669642n);
  });

  it('is spread evenly over the ring', () => {
    const counts = Array.from({ length: 16 }, () => 0);
    for (let seed = 0; seed < 16_000; seed += 1) {
      const sixteenth = Number(BigInt.asUintN(64, drawStart(String(seed))) >> 60n);
      counts[sixteenth] = (counts[sixteenth] ?? 0) + 1;
    }
    // 1,000 are expected in each sixteenth, with a standard deviation of 31.
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(125);
  });
});

describe('drawSkip', () => {
  it('is a place in the window, the same for the same seed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (seed) => {
        const skip = drawSkip(seed);
        expect(skip).toBe(drawSkip(seed));
        expect(skip).toBeGreaterThanOrEqual(0);
        expect(skip).toBeLessThan(START_WINDOW);
      }),
    );
  });

  it('is spread evenly over the window', () => {
    const counts = Array.from({ length: START_WINDOW }, () => 0);
    for (let seed = 0; seed < 128_000; seed += 1) {
      const skip = drawSkip(String(seed));
      counts[skip] = (counts[skip] ?? 0) + 1;
    }
    // 1,000 are expected at each place, with a standard deviation of 31.
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe('shuffleBySeed', () => {
  const items = fc.array(fc.integer());

  it('contains the same items', () => {
    fc.assert(
      fc.property(items, fc.string(), (list, seed) => {
        const numerically = (left: number, right: number) => left - right;
        expect(shuffleBySeed(list, seed).sort(numerically)).toEqual([...list].sort(numerically));
      }),
    );
  });

  it('gives the same order for the same seed and does not modify the list', () => {
    fc.assert(
      fc.property(items, fc.string(), (list, seed) => {
        const before = [...list];
        expect(shuffleBySeed(list, seed)).toEqual(shuffleBySeed(list, seed));
        expect(list).toEqual(before);
      }),
    );
  });

  it('never changes between releases', () => {
    expect(shuffleBySeed([1, 2, 3, 4, 5, 6, 7, 8], 'seed')).toEqual([2, 1, 5, 7, 3, 6, 4, 8]);
  });

  it('puts every item at every place equally often', () => {
    const places = Array.from({ length: 5 }, () => [0, 0, 0, 0, 0]);
    for (let seed = 0; seed < 5000; seed += 1) {
      for (const [place, item] of shuffleBySeed([0, 1, 2, 3, 4], String(seed)).entries()) {
        const counts = places[item] ?? [];
        counts[place] = (counts[place] ?? 0) + 1;
      }
    }
    // 1,000 are expected at each place, with a standard deviation of 28.
    for (const count of places.flat()) expect(Math.abs(count - 1000)).toBeLessThan(115);
  });
});

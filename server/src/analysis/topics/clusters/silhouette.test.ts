import { describe, expect, it } from 'vitest';
import { distances, meanSilhouette } from './silhouette.ts';

const line = (...at: number[]) => distances({ coordinates: Float64Array.from(at), dimensions: 1, count: at.length });

describe('meanSilhouette', () => {
  it('matches a value calculated by hand', () => {
    // 0, 2 and 10, 14. Of 0: a = 2, b = 12; of 2: 2, 10; of 10: 4, 9; of 14: 4, 13.
    const expected = (10 / 12 + 8 / 10 + 5 / 9 + 9 / 13) / 4;
    expect(meanSilhouette(line(0, 2, 10, 14), Uint8Array.of(0, 0, 1, 1), 2)).toBeCloseTo(expected, 6);
  });

  it('is below 0 if clusters overlap', () => {
    expect(meanSilhouette(line(0, 1, 10, 11), Uint8Array.of(0, 1, 0, 1), 2)).toBeLessThan(0);
  });

  it('counts a single point, and identical points, as 0', () => {
    expect(meanSilhouette(line(0, 5), Uint8Array.of(0, 1), 2)).toBe(0);
    expect(meanSilhouette(line(3, 3, 3, 3), Uint8Array.of(0, 0, 1, 1), 2)).toBe(0);
  });

  it('is null if only one cluster has points', () => {
    expect(meanSilhouette(line(0, 5), Uint8Array.of(1, 1), 2)).toBeNull();
    expect(meanSilhouette(line(), new Uint8Array(0), 2)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { Agreement } from './agreement.ts';

function curveOf(right: readonly number[], wrong: readonly number[]) {
  const agreement = new Agreement();
  for (const margin of right) agreement.add(margin, true);
  for (const margin of wrong) agreement.add(margin, false);
  return agreement.curve();
}

describe('Agreement', () => {
  it('matches a curve calculated by hand', () => {
    const curve = curveOf([0.505, 1.505, 2.505, 2.605], [0.005, 0.405, 1.005]);
    // From 0: 4 of 7; from 0.01: 4 of 6; from 0.41: 4 of 5; from 1.01: 3 of 3.
    expect([0, 0.015, 0.3, 0.45, 1.1].map(curve.at)).toEqual([4 / 7, 4 / 6, 4 / 6, 4 / 5, 1]);
    expect([0.5, 0.66, 0.8, 1].map(curve.reach)).toEqual([0, 0.01, 0.41, 1.01]);
  });

  it('does not fall if the clearest question is misfiled', () => {
    const curve = curveOf([1.005, 1.105, 1.205], [3.005]);
    expect(curve.at(3.005)).toBe(0.75);
    expect(curve.at(99)).toBe(0.75);
    expect(curve.reach(0.95)).toBeNull();
  });

  it('is empty for no questions', () => {
    expect(curveOf([], []).at(1)).toBe(0);
    expect(curveOf([], []).reach(0.5)).toBeNull();
  });
});

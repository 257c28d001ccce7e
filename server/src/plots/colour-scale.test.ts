import { expect, it } from 'vitest';
import { colourScale } from './colour-scale.ts';
import { luminance } from './contrast.ts';
import { THEMES } from './palette.ts';

it('distinguishes small counts from each other next to a huge one with a logarithmic scale', () => {
  const counts = [5, 50, 500, 41_113];
  const shades = (kind: 'linear' | 'log') =>
    counts.map((count) => luminance(colourScale(counts, THEMES.light, kind).colour(count)));
  const [least = 0, second = 0, third = 0, most = 0] = shades('log');
  expect(Math.min(least - second, second - third, third - most)).toBeGreaterThan(0.05);
  const even = shades('linear');
  expect((even[0] ?? 0) - (even[1] ?? 0)).toBeLessThan(0.01);
});

it('has no logarithmic scale for negative values or no values', () => {
  expect(colourScale([-3, 5], THEMES.light, 'log').min).toBe(-5);
  expect(colourScale([0, 0], THEMES.light, 'log').colour(0)).toBe(THEMES.light.sequential[0]);
});

import { describe, expect, it } from 'vitest';
import { colourScale } from './colour-scale.ts';
import { contrastRatio, inkOn, luminance } from './contrast.ts';
import { colourAt, THEMES } from './palette.ts';

const themes = Object.entries(THEMES);
const shares = Array.from({ length: 101 }, (_, index) => index / 100);

describe('contrastRatio', () => {
  it('is 21 for black on white and 1 for a colour on itself', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastRatio('#0072b2', '#0072b2')).toBe(1);
  });
});

describe.each(themes)('the %s theme', (_name, theme) => {
  it('has texts with a contrast of 4.5 to 1 and outlines with 3 to 1', () => {
    for (const ink of [theme.text, theme.muted])
      expect(contrastRatio(ink, theme.background)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(theme.muted, theme.empty)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(theme.accent, theme.background)).toBeGreaterThanOrEqual(3);
  });

  it('gives the first four series a contrast of 3 to 1', () => {
    const ratios = theme.categories.slice(0, 4).map((colour) => contrastRatio(colour, theme.background));
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3);
  });

  it('writes on every colour of a scale with a contrast of 4.5 to 1', () => {
    const fills = [theme.sequential, theme.diverging].flatMap((stops) => shares.map((share) => colourAt(stops, share)));
    expect(Math.min(...fills.map((fill) => contrastRatio(inkOn(fill), fill)))).toBeGreaterThanOrEqual(4.5);
  });

  it('changes monotonically in lightness from low to high', () => {
    const steps = shares.map((share) => luminance(colourAt(theme.sequential, share)));
    const away = Math.sign((steps.at(-1) ?? 0) - (steps[0] ?? 0));
    expect(steps.slice(1).every((step, index) => (step - (steps[index] ?? 0)) * away > 0)).toBe(true);
  });

  it('puts zero in the middle for negative values, and at the end for counts', () => {
    const around = colourScale([-4, 2], theme);
    expect([around.min, around.max, around.colour(0)]).toEqual([-4, 4, theme.diverging[3]]);
    const counts = colourScale([10, 18], theme);
    expect([counts.min, counts.max]).toEqual([0, 18]);
    expect(colourScale([0, 0], theme).colour(0)).toBe(theme.sequential[0]);
    expect(colourScale([0.81, 0.95], theme).min).toBe(0.81);
  });
});

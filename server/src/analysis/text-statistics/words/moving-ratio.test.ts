import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addStream, type MovingRatio, movingRatio, typeTokenRatio, WINDOW } from './moving-ratio.ts';

const WORDS = Array.from({ length: 40 }, (_, number) => `w${number}`);
// Arrays are short by default, and streams under 50 words have no window.
const streams = fc.array(fc.nat({ max: 39 }), { maxLength: 260, size: 'max' });

/** A reference implementation: every window on its own. */
function slowRatio(tokens: readonly number[]): number | null {
  const ratios: number[] = [];
  for (let start = 0; start + WINDOW <= tokens.length; start += 1) {
    ratios.push(new Set(tokens.slice(start, start + WINDOW)).size);
  }
  return ratios.length === 0 ? null : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length / WINDOW;
}

function merged(parts: readonly (readonly number[])[]): MovingRatio {
  const whole = movingRatio([], WORDS);
  for (const part of parts) addStream(whole, movingRatio(part, WORDS));
  return whole;
}

describe('movingRatio', () => {
  it('matches values calculated by hand', () => {
    // 51 words, all different except that the last equals the first: two windows with 50 distinct words each.
    const tokens = [...Array.from({ length: 50 }, (_, number) => number), 0];
    const words = Array.from({ length: 50 }, (_, number) => `w${number}`);
    expect(movingRatio(tokens, words)).toMatchObject({ tokens: 51, windows: 2, distinct_sum: 100 });
    // If the last equals the second word, the second window contains it twice: 50 and 49.
    expect(movingRatio([...tokens.slice(0, 50), 1], words)).toMatchObject({ windows: 2, distinct_sum: 99 });
  });

  it('is null under 50 words', () => {
    expect(
      typeTokenRatio(
        movingRatio(
          Array.from({ length: 49 }, () => 0),
          WORDS,
        ),
      ),
    ).toBeNull();
    expect(
      typeTokenRatio(
        movingRatio(
          Array.from({ length: 50 }, () => 0),
          WORDS,
        ),
      ),
    ).toBe(1 / 50);
  });

  it('is the mean over all windows', () => {
    fc.assert(
      fc.property(streams, (tokens) => {
        expect(typeTokenRatio(movingRatio(tokens, WORDS))).toBe(slowRatio(tokens));
      }),
    );
  });

  it('does not depend on where the stream is cut', () => {
    fc.assert(
      fc.property(streams, fc.array(fc.nat({ max: 260 }), { maxLength: 12 }), (tokens, cuts) => {
        const edges = [0, ...cuts.toSorted((left, right) => left - right), tokens.length];
        const parts = edges.slice(1).map((edge, position) => tokens.slice(edges[position], edge));
        expect(merged(parts)).toEqual(movingRatio(tokens, WORDS));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCandidates, type Candidates, keepExtremes } from './candidates.ts';
import { countValue, type Histogram } from './histogram.ts';

type Row = readonly [number, number];
const rows = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 3 })), { maxLength: 60, size: 'max' });

const candidatesOf = (all: readonly Row[], first = 0): Candidates => ({
  ids: all.map((_, position) => `q${first + position}`),
  versions: all.map(() => 1),
  values: [all.map(([value]) => value), all.map(([, value]) => value)],
});

function histogramsOf(all: readonly Row[]): Histogram[] {
  const histograms: [Histogram, Histogram] = [{}, {}];
  for (const [left, right] of all) {
    countValue(histograms[0], left);
    countValue(histograms[1], right);
  }
  return histograms;
}

/** A reference implementation by sorting. */
function slowExtremes(all: readonly Row[], kept: number): string[] {
  const extreme = new Set<number>();
  for (const measure of [0, 1] as const) {
    for (const sign of [1, -1]) {
      const order = all.map((row, position) => ({ value: row[measure] * sign, position }));
      order.sort((left, right) => left.value - right.value || left.position - right.position);
      for (const { position } of order.slice(0, kept)) extreme.add(position);
    }
  }
  return [...extreme].sort((left, right) => left - right).map((position) => `q${position}`);
}

describe('keepExtremes', () => {
  it('keeps the largest and the smallest of every measure; ties go to the earlier', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 8 }), (all, kept) => {
        expect(keepExtremes(candidatesOf(all), histogramsOf(all), kept).ids).toEqual(slowExtremes(all, kept));
      }),
    );
  });

  it('keeps the same questions part by part', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 5 }), fc.integer({ min: 1, max: 8 }), (parts, kept) => {
        let seen: Row[] = [];
        let whole = candidatesOf([]);
        for (const part of parts) {
          const right = keepExtremes(candidatesOf(part, seen.length), histogramsOf(part), kept);
          seen = [...seen, ...part];
          whole = addCandidates(whole, right, histogramsOf(seen), kept);
        }
        expect(whole).toEqual(keepExtremes(candidatesOf(seen), histogramsOf(seen), kept));
      }),
    );
  });
});

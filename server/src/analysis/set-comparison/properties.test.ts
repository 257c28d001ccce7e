/** @module-tag heavy */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextRow } from '../analysis-type.ts';
import { cutRows, textRow } from '../corpus/corpus.fixture.ts';
import { type Row, run, runShards } from './run-comparison.fixture.ts';

/** A bank of questions with few words, so that texts are often equal; the sets are parts of it and may overlap. */
const word = fc.constantFrom('red', 'green', 'blue', 'Ärger', '日本語の本', '__proto__', '√');
const question: fc.Arbitrary<TextRow> = fc
  .record({
    question_text: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
    correct_answer: word,
    category: fc.constantFrom('Art', 'Music', 'constructor', '__proto__'),
    topic_focus: fc.constantFrom(null, 'null', 'Opera'),
    difficulty: fc.constantFrom(0, 1, 2),
    language: fc.constantFrom('en', 'de'),
  })
  .map(textRow);
const sets = fc
  .array(question, { maxLength: 60, size: 'max' })
  .chain((bank) => fc.tuple(fc.subarray(bank), fc.subarray(bank)));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
/** The number of distinct questions of a set in the rows of a relation. */
const countOf = (rows: readonly Row[], relation: Row['relation'], side: 'a' | 'b') =>
  new Set(rows.filter((row) => row.relation === relation).map((row) => row[side].question_id)).size;
const NUM_RUNS = 60;

describe('any two sets', () => {
  it('have shares that sum to 1 and counts that sum to their sizes', async () => {
    await fc.assert(
      fc.asyncProperty(sets, async ([a, b]) => {
        const { result } = await run(a, b);
        for (const { values } of result.dimensions) {
          expect(sum(values.map(({ count_a }) => count_a))).toBe(a.length);
          expect(sum(values.map(({ count_b }) => count_b))).toBe(b.length);
          if (a.length > 0) expect(sum(values.map(({ share_a }) => share_a ?? 0))).toBeCloseTo(1, 12);
          if (b.length > 0) expect(sum(values.map(({ share_b }) => share_b ?? 0))).toBeCloseTo(1, 12);
          if (a.length * b.length > 0) expect(sum(values.map((one) => one.difference ?? 0))).toBeCloseTo(0, 12);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('give the same result however they are cut into shards', async () => {
    const cuts = fc.array(fc.nat(60), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sets, cuts, cuts, async ([a, b], cutsA, cutsB) => {
        const inShards = (rows: TextRow[], cuts: number[]) =>
          cutRows(
            rows,
            cuts.map((cut) => Math.min(cut, rows.length)),
          );
        const whole = await run(a, b);
        const cut = await runShards(inShards(a, cutsA), inShards(b, cutsB));
        expect(JSON.stringify(cut)).toBe(JSON.stringify(whole));
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('give a mirrored result when A and B change places', async () => {
    const met = { exact: 0, near: 0, conflict: 0 };
    await fc.assert(
      fc.asyncProperty(sets, async ([a, b]) => {
        const { result: here, rows } = await run(a, b);
        const { result: there, rows: mirroredRows } = await run(b, a);
        for (const { relation } of rows) met[relation] += 1;
        const { near, conflicts } = here.overlap;
        expect([near, conflicts]).toEqual([countOf(rows, 'near', 'a'), countOf(rows, 'conflict', 'a')]);
        expect(there.overlap).toEqual({
          ...here.overlap,
          exact_text: here.overlap.exact_text_b,
          exact_text_b: here.overlap.exact_text,
          share_of_a: here.overlap.share_of_b,
          share_of_b: here.overlap.share_of_a,
          copies: here.overlap.copies_b,
          copies_b: here.overlap.copies,
          near: countOf(rows, 'near', 'b'),
          conflicts: countOf(rows, 'conflict', 'b'),
        });
        const pairNames = (list: typeof rows, first: 'a' | 'b', second: 'a' | 'b') =>
          list.map((row) => `${row.relation} ${row[first].question_id} ${row[second].question_id}`).sort();
        expect(pairNames(mirroredRows, 'b', 'a')).toEqual(pairNames(rows, 'a', 'b'));
        for (const [index, dimension] of here.dimensions.entries()) {
          const mirrored = there.dimensions[index];
          expect(mirrored?.jsd_bits).toBe(dimension.jsd_bits);
          expect(mirrored?.jensen_shannon_distance).toBe(dimension.jensen_shannon_distance);
          expect(mirrored?.cramers_v ?? -1).toBeCloseTo(dimension.cramers_v ?? -1, 12);
          expect(mirrored?.values.map(({ value }) => value)).toEqual(dimension.values.map(({ value }) => value));
          expect(mirrored?.values.map(({ share_a }) => share_a)).toEqual(
            dimension.values.map(({ share_b }) => share_b),
          );
          for (const [place, { difference }] of dimension.values.entries()) {
            expect((difference ?? 0) + (mirrored?.values[place]?.difference ?? 0)).toBe(0);
          }
        }
        for (const [index, feature] of here.features.entries()) {
          const mirrored = there.features[index];
          expect([mirrored?.median_a, mirrored?.median_b]).toEqual([feature.median_b, feature.median_a]);
          expect([mirrored?.ks, mirrored?.size]).toEqual([feature.ks, feature.size]);
          expect((mirrored?.cliffs_delta ?? 0) + (feature.cliffs_delta ?? 0)).toBe(0);
        }
        const summaries = (terms: typeof here.terms.more_in_a) => terms.map(({ term, z }) => [term, Math.abs(z)]);
        expect(summaries(there.terms.more_in_a)).toEqual(summaries(here.terms.more_in_b));
        expect(summaries(there.terms.more_in_b)).toEqual(summaries(here.terms.more_in_a));
      }),
      { numRuns: 10 * NUM_RUNS }, // one of eight runs has a contradiction
    );
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(5);
  });

  it('have a distance of 0 if they are equal, and always within bounds', async () => {
    await fc.assert(
      fc.asyncProperty(sets, async ([a, b]) => {
        const { result: self } = await run(a, a);
        for (const { jsd_bits, cramers_v } of self.dimensions) expect([jsd_bits ?? 0, cramers_v ?? 0]).toEqual([0, 0]);
        for (const { cliffs_delta, ks } of self.features) expect([cliffs_delta ?? 0, ks ?? 0]).toEqual([0, 0]);
        expect(self.overlap).toMatchObject({ same_ids: a.length, exact_text: a.length, exact_text_b: a.length });
        expect([self.terms.more_in_a, self.terms.more_in_b]).toEqual([[], []]);
        const { result } = await run(a, b);
        for (const { jsd_bits } of result.dimensions) {
          expect(jsd_bits ?? 0).toBeGreaterThanOrEqual(0);
          expect(jsd_bits ?? 0).toBeLessThanOrEqual(1);
        }
        expect(result.overlap.exact_text).toBeGreaterThanOrEqual(result.overlap.same_ids);
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

/** @module-tag heavy */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutRows } from '../corpus/corpus.fixture.ts';
import { DEMO, revealingRows } from './bank.fixture.ts';
import { run, runShards } from './run.fixture.ts';

const bytes = JSON.stringify;

describe('any set of questions', () => {
  const revealing = revealingRows(220, new Set([4, 90, 211])).map((one, index) => ({
    ...one,
    category: ['Art', 'Science', '__proto__'][index % 3] ?? '',
    topic_focus: index % 4 === 0 ? null : `Topic ${index % 5}`,
  }));

  it.each([
    ['all in the sample', revealing, { flag_confidence: 0.6 }],
    ['a smaller sample', revealing, { flag_confidence: 0.6, sample: 120 }],
    ['the demo bank', DEMO, {}],
  ])('gives the identical result however it is cut: %s', async (_, rows, given) => {
    const whole = bytes(await run(rows, given));
    const cuts = fc.array(fc.nat({ max: rows.length }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        expect(bytes(await runShards(cutRows(rows, places), given))).toBe(whole);
      }),
      { numRuns: 25 },
    );
  });

  it('gives the same bytes for the same seed, and other folds for another seed', async () => {
    const at = async (seed: number) => bytes((await run(DEMO, { seed })).result.agreement);
    expect(await at(7)).toBe(await at(7));
    expect(new Set(await Promise.all([1, 2, 3, 4].map(at))).size).toBeGreaterThan(1);
  });

  it('has counts that add up, and flags only what it reports', async () => {
    const rows = fc.array(
      fc.record({ level: fc.nat({ max: 2 }), word: fc.constantFrom('red', 'green', 'blue', 'мир', '山') }),
      { minLength: 100, maxLength: 160, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(0.5, 0.7), async (list, flag_confidence) => {
        const given = revealingRows(list.length).map((one, index) => ({
          ...one,
          difficulty: list[index]?.level ?? 0,
          question_text: `${list[index]?.word} ${index}`,
        }));
        const { result, items } = await run(given, { flag_confidence });
        const { agreement, skill, summary } = result;
        if (agreement === null || skill === null) return;
        expect(agreement.confusion.flat().reduce((sum, count) => sum + count, 0)).toBe(list.length);
        const { majority, within_labels } = agreement.baselines;
        expect(skill.value).toBeCloseTo(agreement.accuracy - Math.max(majority, within_labels), 12);
        expect(summary.usable).toBe(skill.low > 0);
        expect(items).toHaveLength(summary.flagged);
        for (const { probability, declared, suggested } of items) {
          expect(probability).toBeGreaterThanOrEqual(flag_confidence);
          expect(declared).not.toBe(suggested);
        }
      }),
      { numRuns: 20 },
    );
  });
});

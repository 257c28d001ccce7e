import { describe, expect, it, vi } from 'vitest';
import type { TextRow } from '../../analysis-type.ts';
import { partsOf, textRow } from '../../corpus/corpus.fixture.ts';
import { gatherForComparison, packForComparison } from '../chunk.ts';
import { compareQuestions } from '../compare.ts';
import { compareBetween } from '../compare-between.ts';
import { makeGroups } from '../groups.ts';
import { gather, keyedCorpus } from '../run-duplicates.fixture.ts';
import { Allowance } from './allowance.ts';
import { BlockJoin, similarFrom } from './block-join.ts';

vi.setConfig({ testTimeout: 300_000 });

const SETTINGS = { thresholds: { likeness: 0.5, wording: 0.9 }, fuzzyAnswers: true, siblings: false, dismissed: [] };

const FILLERS = 'now then here just also well so too still even only ever the very really quite there'.split(' ');

/** The same wording with more or fewer fillers, one variant per choice. */
function nearlyTheSame(count: number, answerOf: (index: number) => string): TextRow[] {
  return Array.from({ length: count }, (_, index) =>
    textRow({
      question_text: `Which explorer crossed Antarctica ${FILLERS.filter((_, bit) => (index >> bit) % 2 === 1).join(' ')} by sledge with huskies?`,
      correct_answer: answerOf(index),
    }),
  );
}

const codesOf = (result: object) => (result as { warnings: { code: string; count: number }[] }).warnings;

describe('questions that are nearly the same', () => {
  it('form few groups at 8,192 and ten times that, in memory proportional to questions, not pairs', {
    tags: ['heavy'],
  }, async () => {
    const held: number[] = [];
    for (const count of [8192, 81_920]) {
      const before = process.memoryUsage();
      const { result, findings } = await gather(
        nearlyTheSame(count, () => 'Amundsen'),
        { parameters: { max_pairs: 1 } },
      );
      const after = process.memoryUsage();
      held.push(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed);
      const { near_groups, redundant } = result.summary as { near_groups: number; redundant: number };
      // Texts with all fillers and texts with none are not linked, so there are several groups.
      expect(near_groups).toBeLessThan(200);
      expect(redundant).toBeGreaterThan(0.95 * count);
      expect(codesOf(result)).toContainEqual(expect.objectContaining({ code: 'comparisons_capped', count }));
      expect(findings.length).toBeGreaterThan(0);
    }
    // All pairs of 8,192 took 840 MB as numbers alone.
    expect(held[0]).toBeLessThan(300 * 2 ** 20);
    expect(held[1]).toBeLessThan(1000 * 2 ** 20);
  });

  it('are found between two sets, too', { tags: ['heavy'] }, async () => {
    const rows = nearlyTheSame(6000, () => 'Amundsen');
    const keyed = await gatherForComparison(
      partsOf(
        { population: 0, partial: packForComparison(rows.slice(0, 3000)) },
        { population: 1, partial: packForComparison(rows.slice(3000)) },
      ),
    );
    const { links, linkedBy, capped } = compareBetween(keyed, SETTINGS);
    const found = new Set([...links].flatMap((link) => linkedBy(link).map(({ question }) => question)));
    expect(found.size).toBeGreaterThan(0.95 * 3000);
    expect(capped.represented).toBe(6000);
  });

  it('are compared with the fifty before them if their answers differ, with a warning', async () => {
    const { result } = await gather(nearlyTheSame(1000, (index) => `Captain number ${index}`));
    expect(codesOf(result)).toContainEqual(expect.objectContaining({ code: 'look_back_capped', count: 1000 - 51 }));
  });
});

describe('representatives', () => {
  it('form the same groups as a comparison of all pairs, where likeness is clear', async () => {
    const rows = Array.from({ length: 40 }, (_, family) =>
      Array.from({ length: 10 }, (_, index) =>
        textRow({
          question_text: `Which ${word(family, 1)} ${word(family, 2)} ${word(family, 3)} ${word(family, 4)} of the ${word(index, 9)} was it?`,
          correct_answer: 'Amundsen',
        }),
      ),
    ).flat();
    const keyed = await keyedCorpus(rows);
    const { links, sets, dismissals } = compareQuestions(keyed, SETTINGS);
    const groups = makeGroups(() => links.ordered(), dismissals);
    const visited = new Map<string, boolean>();
    const linked = new Set(Array.from(links.ordered(), ({ earlier, later }) => `${earlier} ${later}`));
    const block = Uint32Array.from(rows, (_, index) => index);
    const complete = new BlockJoin(sets).eachCandidate(
      block,
      similarFrom(0.35),
      (a, b) => {
        const isLinked = linked.has(`${a} ${b}`);
        visited.set(`${a} ${b}`, isLinked);
        return isLinked;
      },
      { allowance: Allowance.none() },
    );
    expect(complete).toBe(false);
    const found = [...links.ordered()].filter(({ earlier, later }) => visited.get(`${earlier} ${later}`) === true);
    const summaries = (some: typeof groups) =>
      some.map(({ keep, rows: members }) => [keep, ...members.map(({ member }) => member)]);
    expect(summaries(makeGroups(() => found, dismissals))).toEqual(summaries(groups));
  });
});

function word(number: number, salt: number): string {
  return `${String.fromCharCode(97 + (number % 26))}${'bcdfghjklm'[salt]}q${(number * 7 + salt).toString(36)}z`;
}

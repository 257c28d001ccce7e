/** @module-tag heavy */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextRow } from '../analysis-type.ts';
import { textRow } from '../corpus/corpus.fixture.ts';
import { compareQuestions } from './compare.ts';
import { gather, keyedCorpus, type PresentedPair, questions, run } from './run-duplicates.fixture.ts';

/** Few texts and answers, many of them nearly the same; letters and punctuation vary. */
const TEXTS = [
  'Which planet is closest to the Sun?',
  'What planet is nearest to the Sun?',
  'which planet is CLOSEST to the sun',
  'Which planet lies closest to our Sun?',
  'Which planet is farthest from the Sun?',
  'Which planet is not closest to the Sun?',
  'What is the capital city of Finland?',
  'What is the capital of Finland?',
  'Name the capital city of Finland.',
  'What is the capital city of Peru?',
  'What is 12 + 30?',
  'What is 12 - 30?',
  'In which year did the Second World War end in Europe?',
  'In what year did World War Two come to its end in Europe?',
  'Name the composer.',
  '?',
];
const ANSWERS = ['Mercury', 'mercury', 'Helsinki', 'Lima', '1945', '1946', 'True'];
const rows = fc
  .array(fc.record({ question_text: fc.constantFrom(...TEXTS), correct_answer: fc.constantFrom(...ANSWERS) }), {
    minLength: 1,
    maxLength: 25,
    size: 'max',
  })
  .map((given) => given.map((row) => textRow(row)));
const cuts = fc.array(fc.nat(25), { maxLength: 4 });
const parameters = { include_siblings: true, threshold: 0.4, conflict_threshold: 0.6 };

const idPair = ({ a, b }: PresentedPair) => [a.question_id, b.question_id] as const;

/** Groups as lists of ids, the kept one first. */
function groupsOf(items: readonly PresentedPair[]): string[][] {
  const groups = Map.groupBy(items, ({ group_id }) => group_id);
  return [...groups.values()].map((group) => [group[0]?.a.question_id ?? '', ...group.map(({ b }) => b.question_id)]);
}

describe('any bank', () => {
  it('gives the same result however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, cuts, async (set, bank, places) => {
        const given = { parameters, bank, dismissed: [[set[0]?.id ?? '', set.at(-1)?.id ?? '']] as const };
        const fitting = places.filter((place) => place <= Math.min(set.length, bank.length));
        expect(await gather(set, { ...given, cuts: fitting })).toEqual(await gather(set, given));
      }),
      { numRuns: 60 },
    );
  });

  it('has rows, groups and counts that agree', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (set) => {
        const { result, items } = await run(set, { parameters });
        const { summary } = result;
        const groups = groupsOf(items);
        expect(groups).toHaveLength(result.groups.length);
        for (const [index, { keep, members, size }] of result.groups.entries()) {
          expect(groups[index]).toEqual([keep, ...members]);
          expect(size).toBe(members.length + 1);
        }
        const count = (relation: string) => result.groups.filter((group) => group.relation === relation).length;
        expect(summary).toMatchObject({
          questions: set.length,
          compared_with: 0,
          exact_groups: count('exact'),
          near_groups: count('near'),
          conflicts: count('conflict'),
          answer_variant_groups: count('answer_variant'),
          sibling_families: count('sibling'),
        });
        const one = items.filter(({ relation }) => ['exact', 'near', 'answer_variant'].includes(relation));
        expect(summary.redundant).toBe(one.length);
        expect(summary.redundancy).toBeCloseTo(one.length / set.length, 12);
        // No question is redundant twice, and a kept question is never redundant.
        const members = new Set(one.map(({ b }) => b.question_id));
        expect(members.size).toBe(one.length);
        expect(one.some(({ a }) => members.has(a.question_id))).toBe(false);
        for (const item of items) expectFitting(item);
      }),
      { numRuns: 100 },
    );
  });

  function expectFitting({ relation, answer_relation, likeness, text_similarity, a, b }: PresentedPair): void {
    expect(a.question_id < b.question_id).toBe(true);
    if (relation === 'exact' || relation === 'near') expect(answer_relation).toBe('same');
    if (relation === 'conflict') expect(answer_relation).toBe('different');
    if (relation === 'answer_variant') expect(answer_relation).toBe('alike');
    if (relation === 'exact') expect([likeness, text_similarity]).toEqual([1, 1]);
    if (relation === 'near') expect(likeness).toBeGreaterThanOrEqual(parameters.threshold);
    if (relation === 'conflict') expect(text_similarity).toBeGreaterThanOrEqual(parameters.conflict_threshold);
  }

  it('has no row and no group for a dismissed pair', async () => {
    const marks = fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { minLength: 1, maxLength: 12 });
    let mattered = 0;
    await fc.assert(
      fc.asyncProperty(rows, rows, marks, async (set, more, places) => {
        const all = [...set, ...more];
        const idAt = (place: number) => all[place % all.length]?.id ?? '';
        const dismissed = places.map(([a, b]) => [idAt(a), idAt(b)] as const).filter(([a, b]) => a !== b);
        for (const bank of [[], all]) {
          const asked = bank.length === 0 ? all : set;
          const { items, result } = await run(asked, { parameters, bank, dismissed });
          const groups = groupsOf(items).map((group) => new Set(group));
          for (const [a, b] of dismissed) {
            expect(groups.filter((group) => group.has(a) && group.has(b))).toEqual([]);
          }
          const distinct = new Set(dismissed.map((pair) => [...pair].sort().join(' ')));
          expect(result.summary.dismissed_pairs).toBe(distinct.size);
          const before = groupsOf((await run(asked, { parameters, bank })).items).map((group) => new Set(group));
          mattered += dismissed.filter(([a, b]) => before.some((group) => group.has(a) && group.has(b))).length;
        }
      }),
      { numRuns: 60 },
    );
    expect(mattered).toBeGreaterThan(20);
  });

  it('links every member with the kept one, so that each pair is found alone, too', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (set) => {
        const byId = new Map(set.map((row) => [row.id, row]));
        const { items } = await run(set, { parameters: { ...parameters, include_siblings: false } });
        for (const item of items.filter(({ relation }) => relation !== 'near')) {
          const pair = idPair(item).map((id) => byId.get(id) as TextRow);
          const alone = await run(pair, { parameters: { ...parameters, conflict_threshold: 0.5 } });
          expect(alone.items).toHaveLength(1);
          expect(alone.items[0]?.relation).toBe(item.relation);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has a question of the set in every pair, and none is its own duplicate', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (set, more) => {
        const { items, result } = await run(set, {
          parameters: { ...parameters, scope: 'bank' },
          bank: [...more, ...set],
        });
        const asked = new Set(set.map(({ id }) => id));
        expect(result.summary).toMatchObject({ questions: set.length, compared_with: more.length });
        expect(result.summary.redundancy).toBeLessThanOrEqual(1);
        for (const [a, b] of items.map(idPair)) {
          expect(asked.has(a) || asked.has(b)).toBe(true);
          expect(a).not.toBe(b);
        }
        // A question with an exact twin anywhere has a row.
        const { items: rowsOfAll } = await run([...set, ...more], { parameters });
        const twins = rowsOfAll.filter(({ relation, a }) => relation === 'exact' && asked.has(a.question_id));
        const named = new Set(items.flatMap(idPair));
        for (const { a } of twins) expect(named).toContain(a.question_id);
      }),
      { numRuns: 60 },
    );
  });

  it('links the same questions in any order', async () => {
    const distinct = fc.uniqueArray(fc.tuple(fc.constantFrom(...TEXTS), fc.constantFrom(...ANSWERS)), {
      maxLength: 40,
      size: 'max',
      selector: ([text, answer]) => `${text} ${answer}`.toLowerCase().replaceAll('?', ''),
    });
    await fc.assert(
      fc.asyncProperty(distinct, async (given) => {
        const set = questions(...given);
        const linked = async (some: readonly TextRow[]) => {
          const keyed = await keyedCorpus(some);
          const { links } = compareQuestions(keyed, {
            thresholds: { likeness: 0.4, wording: 0.6 },
            fuzzyAnswers: true,
            siblings: false,
            dismissed: [],
          });
          const idOf = (question: number) => some[question]?.id ?? '';
          return [...links.ordered()]
            .map(({ earlier, later, relation }) => `${[idOf(earlier), idOf(later)].sort().join(' ')} ${relation}`)
            .sort();
        };
        expect(await linked(set.toReversed())).toEqual(await linked(set));
      }),
      { numRuns: 60 },
    );
  });
});

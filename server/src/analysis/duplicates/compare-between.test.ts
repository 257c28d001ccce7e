import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/cpu-ms.ts';
import { answerKey } from '../../domain/answers/answer-check.ts';
import { answerRoots, answerWords } from '../../domain/likeness/compare-answers.ts';
import { exactKey } from '../../domain/likeness/exact-key.ts';
import { isSameWording, judge } from '../../domain/likeness/judge.ts';
import { ComparedSet } from '../../domain/likeness/likeness.fixture.ts';
import { mayContradict } from '../../domain/likeness/question-judge.ts';
import { textKey } from '../../domain/text/text.ts';
import type { TextRow } from '../analysis-type.ts';
import { partsOf, textRow } from '../corpus/corpus.fixture.ts';
import { gatherForComparison, packForComparison } from './chunk.ts';
import { compareBetween } from './compare-between.ts';
import { questions } from './run-duplicates.fixture.ts';

const thresholds = { likeness: 0.5, wording: 0.75 };

interface Pair {
  a: string;
  b: string;
  relation: string;
  similarity: number;
}

type Dismissed = readonly (readonly [string, string])[];

const gatherSets = (a: readonly TextRow[], b: readonly TextRow[]) =>
  gatherForComparison(
    partsOf({ population: 0, partial: packForComparison(a) }, { population: 1, partial: packForComparison(b) }),
  );

/** Pairs, named by the ids of their questions. */
async function compare(a: readonly TextRow[], b: readonly TextRow[], dismissed: Dismissed = []): Promise<Pair[]> {
  const keyed = await gatherSets(a, b);
  const { links, linkedBy } = compareBetween(keyed, { thresholds, fuzzyAnswers: true, dismissed });
  return [...links].flatMap((link) =>
    linkedBy(link).flatMap(({ question, others }) =>
      Array.from(others, (other) => ({
        a: keyed.corpus.idOf(question),
        b: keyed.corpus.idOf(other),
        relation: link.relation,
        similarity: link.similarity,
      })),
    ),
  );
}

const keyOf = ({ question_text, correct_answer }: TextRow) =>
  JSON.stringify([exactKey(question_text, textKey(question_text)), answerKey(correct_answer)]);

/** Compares each question of A with each of B. */
function compareEach(a: readonly TextRow[], b: readonly TextRow[], dismissed: Dismissed): Pair[] {
  const kinds = new Map([...a, ...b].map((row) => [keyOf(row), row]));
  const set = new ComparedSet([...kinds.values()]);
  const isDismissed = (one: string, other: string) =>
    dismissed.some((pair) => pair.includes(one) && pair.includes(other));
  return a.flatMap((one) =>
    b.flatMap((other) => {
      if (keyOf(one) === keyOf(other) || isDismissed(one.id, other.id)) return [];
      const { words, answers } = set.compare(one, other);
      // Answers that are spelt alike but share no word are only compared if the wording is the same.
      if (answers.relation === 'alike' && !shareWord(one, other) && !isSameWording(words, thresholds.wording))
        return [];
      const { relation } = judge(words, answers, thresholds, () => mayContradict(one, other));
      return relation === null ? [] : [{ a: one.id, b: other.id, relation, similarity: words.similarity }];
    }),
  );
}

function shareWord(one: TextRow, other: TextRow): boolean {
  const roots = ({ correct_answer }: TextRow) => answerRoots(answerWords(correct_answer));
  return [...roots(one)].some((root) => !/\p{N}/u.test(root) && roots(other).has(root));
}

const named = (pairs: readonly Pair[]) =>
  pairs.map(({ a, b, relation, similarity }) => `${a} ${b} ${relation} ${similarity.toFixed(9)}`).sort();

/** Themes of significant words, combined with common words, so that many texts are nearly the same. */
const THEMES = ['vexillum quokka largest river', 'capital finland oslo planet', 'composer 1945 star zymurgy', 'river'];
const WORDS = 'the of is which what where not these name 1945 1946 planet quokka __proto__'.split(' ');
const question = fc
  .record({
    theme: fc.constantFrom(...THEMES),
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }),
    correct_answer: fc.constantFrom('True', 'Bern', 'Berne', 'Two', '2', 'constructor'),
  })
  .map(({ theme, words, correct_answer }) => ({ question_text: `${theme} ${words.join(' ')}`, correct_answer }));
const sets = fc
  .array(question, { minLength: 20, maxLength: 40, size: 'max' })
  .map((given) => given.map((row) => textRow(row)))
  .chain((bank) => {
    const id = fc.constantFrom(...bank.map((row) => row.id));
    return fc.record({
      a: fc.subarray(bank, { minLength: 5 }),
      b: fc.subarray(bank, { minLength: 5 }),
      dismissed: fc.array(
        fc.tuple(id, id).filter(([one, other]) => one !== other),
        { maxLength: 60, size: 'max' },
      ),
    });
  });

describe('pairs between any two sets', () => {
  it('match those found by comparing all pairs', { tags: ['heavy'] }, async () => {
    const found = new Map<string, number>();
    let mattered = 0;
    await fc.assert(
      fc.asyncProperty(sets, async ({ a, b, dismissed }) => {
        const pairs = await compare(a, b, dismissed);
        expect(named(pairs)).toEqual(named(compareEach(a, b, dismissed)));
        for (const { relation } of pairs) found.set(relation, (found.get(relation) ?? 0) + 1);
        mattered += compareEach(a, b, []).length - pairs.length;
      }),
      { numRuns: 150 },
    );
    for (const relation of ['near', 'conflict', 'answer_variant']) expect(found.get(relation)).toBeGreaterThan(30);
    expect(mattered).toBeGreaterThan(20);
  });

  it('are the same when the sets change places', { tags: ['heavy'] }, async () => {
    await fc.assert(
      fc.asyncProperty(sets, async ({ a, b, dismissed }) => {
        const mirrored = (await compare(b, a, dismissed)).map((pair) => ({ ...pair, a: pair.b, b: pair.a }));
        expect(named(mirrored)).toEqual(named(await compare(a, b, dismissed)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('one text with more answers than the look-back limit', () => {
  it('contradicts on both sides, whichever set comes first', async () => {
    const answered = (set: string) =>
      Array.from({ length: 80 }, (_, index) =>
        textRow({ question_text: 'Which planet is closest to the Sun?', correct_answer: `${set} ${index}` }),
      );
    const [a, b] = [answered('alpha'), answered('omega')];
    const pairs = await compare(a, b);
    expect(new Set(pairs.map((pair) => pair.a)).size).toBe(80);
    expect(new Set(pairs.map((pair) => pair.b)).size).toBe(80);
    const mirrored = (await compare(b, a)).map((pair) => ({ ...pair, a: pair.b, b: pair.a }));
    expect(named(mirrored)).toEqual(named(pairs));
  });
});

describe('copies', () => {
  const [one, other, variant, another] = questions(
    ['Which planet is closest to the Sun?', 'Mercury'],
    ['What planet is nearest to the Sun?', 'Mercury'],
    ['Which planet is closest to the Sun?', 'Venus'],
    ['What is the capital city of Finland?', 'Helsinki'],
  ) as [TextRow, TextRow, TextRow, TextRow];
  const copies = (row: TextRow, count: number) =>
    Array.from({ length: count }, () => textRow({ ...row, id: textRow().id }));
  const linkCount = async (a: readonly TextRow[], b: readonly TextRow[]) =>
    [...compareBetween(await gatherSets(a, b), { thresholds, fuzzyAnswers: true, dismissed: [] }).links].length;

  it('are not reported, as their texts are the same', async () => {
    expect(await compare([one], copies(one, 3))).toEqual([]);
  });

  it('are all reported, even beyond the look-back limit', async () => {
    const a = [...copies(one, 60), another];
    const b = [...copies(variant, 60), ...copies(other, 2)];
    const pairs = await compare(a, b);
    expect(pairs.filter(({ relation }) => relation === 'conflict')).toHaveLength(3600);
    expect(pairs.filter(({ relation }) => relation === 'near')).toHaveLength(120);
    expect(await linkCount(a, b)).toBe(2);
  });

  it('form one link, even if there are thousands', async () => {
    const [left, right] = [copies(one, 3000), copies(other, 3000)];
    const begin = cpuMs();
    expect(await linkCount(left, right)).toBe(1);
    expect(await linkCount(left, copies(one, 3000))).toBe(0);
    // This takes about 100 ms; comparing all pairs would take many seconds.
    expect(cpuMs() - begin).toBeLessThan(3000);
  });

  it('form no pair between the sets if both are in one set', async () => {
    expect(await compare([one, other, variant], [another])).toEqual([]);
    expect(await compare([another], [one, other, variant])).toEqual([]);
  });

  it('take part on both sides if they are in both sets, never with themselves', async () => {
    const both = [one, other];
    expect((await compare(both, both)).map(({ a, b }) => [a, b])).toEqual([
      [one.id, other.id],
      [other.id, one.id],
    ]);
    expect(await compare(both, both, [[other.id, one.id]])).toEqual([]);
    // One of three copies is marked; the others are still reported.
    const [first, ...others] = copies(one, 3) as [TextRow, ...TextRow[]];
    const pairs = await compare([first, ...others], both, [[first.id, other.id]]);
    expect(pairs.map(({ a, b }) => [a, b])).toEqual(others.map(({ id }) => [id, other.id]));
  });
});

it('compares nothing if a set is empty', async () => {
  expect(await compare([], questions(['Which planet?', 'Mars']))).toEqual([]);
  expect(await compare([], [])).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areAlike } from '../../../domain/likeness/compare-answers.ts';
import { compareWords } from '../../../domain/likeness/compare-words.ts';
import { judge, mayBeOne } from '../../../domain/likeness/judge.ts';
import { mayContradict as contradicts } from '../../../domain/likeness/question-judge.ts';
import { answerWeight } from '../../../domain/likeness/weights.ts';
import { textRow } from '../../corpus/corpus.fixture.ts';
import { answerOf } from '../chunk.ts';
import { findDismissals } from '../dismissals.ts';
import { findDistinct } from '../pairs/distinct.ts';
import { haveSameKey } from '../pairs/keys.ts';
import { type Link, Links } from '../pairs/links.ts';
import { makePairRule } from '../pairs/pair-rule.ts';
import { makeWordSets, type WordSets } from '../pairs/word-sets.ts';
import { keyedCorpus } from '../run-duplicates.fixture.ts';
import { BlockJoin, similarFrom } from './block-join.ts';
import { joinNear, SHOWN_FROM, STEP, STEPS } from './near-join.ts';
import { joinVariants } from './variant-join.ts';
import { joinWordings } from './wording-join.ts';

function wordSets(texts: readonly (readonly number[])[], weights: readonly number[]): WordSets {
  const tokens = texts.map((text) => Uint32Array.from(text).sort());
  return {
    vocabulary: { weights: Float64Array.from(weights), kinds: new Uint8Array(weights.length) },
    words: weights.map((_, word) => `w${word}`),
    of: (member) => ({ tokens: tokens[member] ?? new Uint32Array(), start: 0, end: texts[member]?.length ?? 0 }),
    weightOf: (member) => texts[member]?.reduce((sum, word) => sum + (weights[word] ?? 0), 0) ?? 0,
  };
}

function eachPair(members: Iterable<number>, visit: (a: number, b: number) => void): void {
  const list = [...members];
  for (const [index, b] of list.entries()) for (const a of list.slice(0, index)) visit(a, b);
}

describe('candidates of a block', () => {
  const words = fc.integer({ min: 3, max: 30 });
  const blocks = words.chain((count) =>
    fc.record({
      weights: fc.array(fc.double({ min: 0.01, max: 11, noNaN: true }), { minLength: count, maxLength: count }),
      texts: fc.array(fc.uniqueArray(fc.nat(count - 1), { maxLength: 12 }), { maxLength: 30 }),
    }),
  );
  const least = fc.double({ min: 0.1, max: 1, noNaN: true });

  it('are all pairs that can be similar enough, each once', () => {
    fc.assert(
      fc.property(blocks, least, ({ weights, texts }, needed) => {
        const sets = wordSets(texts, weights);
        const visited = new Set<string>();
        const join = new BlockJoin(sets);
        // Two rounds: a block must not leave anything behind for the next.
        for (const round of [1, 2]) {
          join.eachCandidate(
            Uint32Array.from(texts, (_, index) => index),
            similarFrom(needed),
            (a, b) => {
              expect(a).toBeLessThan(b);
              expect(visited.has(`${round}: ${a} ${b}`)).toBe(false);
              visited.add(`${round}: ${a} ${b}`);
              return false;
            },
          );
        }
        eachPair(texts.keys(), (a, b) => {
          const { similarity, weight } = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
          if (weight === 0 || similarity < needed) return;
          expect(visited).toContain(`1: ${a} ${b}`);
          expect(visited).toContain(`2: ${a} ${b}`);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('are few if nothing is similar', () => {
    const texts = Array.from({ length: 2000 }, (_, text) => [0, 1, 2, 3 + 2 * text, 4 + 2 * text]);
    const sets = wordSets(texts, [1, 1, 1, ...Array.from({ length: 4000 }, () => 8)]);
    let candidates = 0;
    new BlockJoin(sets).eachCandidate(
      Uint32Array.from(texts, (_, index) => index),
      similarFrom(0.5),
      () => (candidates += 1) === 0,
    );
    expect(candidates).toBe(0);
  });

  it('are visited once each for texts of thousands of words', () => {
    const text = Array.from({ length: 2000 }, (_, word) => word);
    const texts = Array.from({ length: 20 }, (_, without) => text.filter((word) => word !== 50 * without));
    const sets = wordSets(
      texts,
      text.map((word) => 1 + (word % 7)),
    );
    const visited: string[] = [];
    new BlockJoin(sets).eachCandidate(
      Uint32Array.from(texts, (_, index) => index),
      similarFrom(0.5),
      (a, b) => visited.push(`${a} ${b}`) === 0,
    );
    expect(visited).toHaveLength(190);
    expect(new Set(visited).size).toBe(190);
  });
});

/** Random banks. The release check uses other ones every time and three times as many. */
const RUNS = process.env['PROPERTY_SEED'] === 'random' ? 150 : 50;

/** Themes of significant words, combined with common words, so that many texts are nearly the same. */
const THEMES = [
  'vexillum quokka largest river',
  'capital finland oslo planet',
  'composer 1945 star peru zymurgy',
  'river',
];
const vocabulary = 'the of is which what where who not these name city make 1945 1946 3 planet + quokka'.split(' ');
const text = fc
  .tuple(fc.constantFrom(...THEMES), fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 }))
  .map(([theme, words]) => `${theme} ${words.join(' ')}?`);
const answer = fc.constantFrom('True', 'True', 'True', 'Bern', 'Berne', 'Oslo', '12', '12 million', 'Two', '2');
const banks = fc.array(fc.record({ question_text: text, correct_answer: answer }), {
  minLength: 10,
  maxLength: 45,
  size: 'max',
});

type Rows = readonly { question_text: string; correct_answer: string }[];

function mayContradict(rows: Rows, a: number, b: number): boolean {
  const [one, other] = [rows[a], rows[b]];
  return one !== undefined && other !== undefined && contradicts(one, other);
}

const described = (links: readonly Link[]) =>
  links.map(({ earlier, later, relation, likeness, similarity }) => [earlier, later, relation, likeness, similarity]);

async function prepare(rows: Rows) {
  const keyed = await keyedCorpus(rows.map((row) => textRow(row)));
  const rule = makePairRule(keyed.corpus, findDismissals(keyed.corpus, []));
  const present = Uint32Array.from(rows, (_, index) => index);
  const distinct = findDistinct(keyed, present, rule, new Links());
  return { keyed, rule, distinct, sets: makeWordSets(keyed.corpus, distinct) };
}

describe('near questions', () => {
  it('match those found by comparing all pairs', async () => {
    const likeness = fc.double({ min: 0.3, max: 0.99, noNaN: true });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(banks, likeness, async (rows, threshold) => {
        const { keyed, rule, distinct, sets } = await prepare(rows);
        const thresholds = { likeness: threshold, wording: 0.75 };
        const [joined, brute] = [new Links(), new Links()];
        const { best } = joinNear(keyed, distinct, sets, rule, thresholds, joined);
        const block = Map.groupBy(distinct.members, (member) => keyed.answers[2 * member] ?? 0);
        const expected = new Float64Array(rows.length);
        eachPair(distinct.members, (a, b) => {
          if (!haveSameKey(keyed.answers, a, b)) return;
          const known = keyed.known[a] ?? 0;
          const sharing = block.get(keyed.answers[2 * a] ?? 0)?.length ?? 0;
          const weight = answerWeight(known, sharing, distinct.members.length);
          const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
          const { relation, likeness } = judge(words, { relation: 'same', weight }, thresholds, () => true);
          if (relation !== null) brute.add(a, b, relation, { likeness, similarity: words.similarity });
          if (!mayBeOne(words) || likeness < SHOWN_FROM) return;
          for (const one of [a, b]) expected[one] = Math.max(expected[one] ?? 0, likeness);
        });
        found += [...brute.ordered()].length;
        expect(described([...joined.ordered()])).toEqual(described([...brute.ordered()]));
        for (const [question, value] of expected.entries())
          if (value > 0) expect(best[question]).toBe(Math.min(STEPS, 1 + Math.floor((value - SHOWN_FROM) / STEP)));
      }),
      { numRuns: RUNS },
    );
    expect(found).toBeGreaterThan(1.5 * RUNS); // enough to compare, whatever the seed
  });
});

describe('one wording with different answers', () => {
  it('matches a comparison of all pairs', async () => {
    const settings = fc.record({
      wording: fc.double({ min: 0.5, max: 1, noNaN: true }),
      fuzzyAnswers: fc.boolean(),
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(banks, settings, async (rows, { wording, fuzzyAnswers }) => {
        const { keyed, rule, distinct, sets } = await prepare(rows);
        const thresholds = { likeness: 2, wording }; // out of reach, so only the wording counts
        const [joined, brute] = [new Links(), new Links()];
        const answerWeights = new Float32Array(rows.length);
        const comparison = { thresholds, fuzzyAnswers, siblings: false, dismissed: [] };
        joinWordings(keyed, distinct, sets, rule, comparison, answerWeights, joined);
        eachPair(distinct.members, (a, b) => {
          if (haveSameKey(keyed.answers, a, b)) return;
          const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
          const alike = fuzzyAnswers && areAlike(answerOf(keyed.corpus, a), answerOf(keyed.corpus, b));
          const judged = { relation: alike ? 'alike' : 'different', weight: 0 } as const;
          const { relation, likeness } = judge(words, judged, thresholds, () => mayContradict(rows, a, b));
          if (relation !== null) brute.add(a, b, relation, { likeness, similarity: words.similarity });
        });
        found += [...brute.ordered()].length;
        expect(described([...joined.ordered()])).toEqual(described([...brute.ordered()]));
      }),
      { numRuns: RUNS },
    );
    expect(found).toBeGreaterThan(1.5 * RUNS); // enough to compare, whatever the seed
  });
});

describe('one question with variants of an answer', () => {
  it('matches a comparison of all pairs with a common answer word', async () => {
    const variants = fc.constantFrom(
      'Bern',
      'Bern city',
      'City of Bern',
      'Oslo',
      'Oslo in Norway',
      'Norway',
      'True',
      '2',
      '2 Oslo',
    );
    const many = fc.array(fc.record({ question_text: text, correct_answer: variants }), {
      minLength: 10,
      maxLength: 45,
      size: 'max',
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(many, async (rows) => {
        const { keyed, rule, distinct, sets } = await prepare(rows);
        const settings = { thresholds: { likeness: 0.5, wording: 0.75 }, fuzzyAnswers: true };
        const [joined, brute] = [new Links(), new Links()];
        const weights = Float32Array.from(rows, (_, index) => 5 + (index % 3));
        joinVariants(keyed, distinct, sets, rule, settings, weights, joined);
        eachPair(distinct.members, (a, b) => {
          const [one, other] = [answerOf(keyed.corpus, a), answerOf(keyed.corpus, b)];
          if (haveSameKey(keyed.answers, a, b) || !areAlike(one, other)) return;
          const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
          const judged = { relation: 'alike', weight: Math.min(weights[a] ?? 0, weights[b] ?? 0) } as const;
          const { relation, likeness } = judge(words, judged, settings.thresholds, () => true);
          if (relation !== null) brute.add(a, b, relation, { likeness, similarity: words.similarity });
        });
        found += [...brute.ordered()].length;
        expect(described([...joined.ordered()])).toEqual(described([...brute.ordered()]));
      }),
      { numRuns: RUNS },
    );
    expect(found).toBeGreaterThan(1.5 * RUNS); // enough to compare, whatever the seed
  });
});

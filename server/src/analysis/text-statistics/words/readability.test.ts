import { describe, expect, it } from 'vitest';
import { defaults, row } from '../rows.fixture.ts';
import { tallyTexts } from '../tally.ts';
import { addTotals, noTotals, type ReadabilityTotals, readability } from './readability.ts';

interface GoldenText {
  text: string;
  sentences: number;
  words: number;
  syllables: number;
  letters: number;
  flesch: number;
  fk_grade: number;
  ari?: number;
  coleman_liau?: number;
}

function totalsOf(question_text: string): ReadabilityTotals {
  const [group] = Object.values(tallyTexts([row({ question_text })], defaults).groups);
  return group?.fields[0]?.totals ?? noTotals();
}

describe('readability', () => {
  it('matches values calculated by hand', () => {
    // 4 sentences, 120 words, 180 syllables, 540 letters, 12 words of three syllables and more:
    // 30 words per sentence, 1.5 syllables and 4.5 letters per word.
    const scores = readability({ words: 120, sentences: 4, letters: 540, syllables: 180, polysyllables: 12 });
    expect(scores.flesch_reading_ease).toBeCloseTo(206.835 - 30.45 - 126.9, 10); // 49.485
    expect(scores.flesch_kincaid_grade).toBeCloseTo(11.7 + 17.7 - 15.59, 10); // 13.81
    expect(scores.ari).toBeCloseTo(21.195 + 15 - 21.43, 10); // 14.765
    expect(scores.coleman_liau).toBeCloseTo(26.46 - 29.6 / 30 - 15.8, 10); // 9.6733
    expect(scores.gunning_fog).toBeCloseTo(0.4 * (30 + 10), 10); // 16
    expect(scores.smog).toBeCloseTo(1.043 * Math.sqrt(90) + 3.1291, 10); // 12 words in 4 sentences are 90 in 30
  });

  it('counts the words of three or more syllables', () => {
    expect(totalsOf('A banana and an umbrella. Bread!')).toEqual({
      words: 6,
      sentences: 2,
      letters: 1 + 6 + 3 + 2 + 8 + 5,
      syllables: 1 + 3 + 1 + 1 + 3 + 1,
      polysyllables: 2,
    });
  });

  it('adds up over texts', () => {
    const totals = noTotals();
    addTotals(totals, totalsOf('The cat sat on the mat.'));
    addTotals(totals, totalsOf('What is the capital of the largest country in South America?'));
    expect(totals).toEqual(
      totalsOf('The cat sat on the mat. What is the capital of the largest country in South America?'),
    );
  });
});

/** From the shared golden.json, which quotes 1.2 and 3.6 from GNU style for the last two scores. */
const GOLDEN_TEXTS: readonly GoldenText[] = [
  {
    text: 'The cat sat on the mat.',
    sentences: 1,
    words: 6,
    syllables: 6,
    letters: 17,
    flesch: 116.145,
    fk_grade: -1.45,
  },
  {
    text: 'The cat sat on the mat. The quick brown fox jumps over the lazy dog. What is the capital of the largest country in South America?',
    sentences: 3,
    words: 26,
    syllables: 35,
    letters: 101,
    flesch: 84.15372,
    fk_grade: 3.674615,
    ari: 1.199872,
    coleman_liau: 3.626154,
  },
];

describe('the golden texts', () => {
  it.each(GOLDEN_TEXTS)('are counted and scored like the reference: $text', (golden) => {
    const totals = totalsOf(golden.text);
    expect(totals).toMatchObject({
      words: golden.words,
      sentences: golden.sentences,
      letters: golden.letters,
      syllables: golden.syllables,
    });
    const scores = readability(totals);
    const expectNear = (actual: number, expected: number) =>
      expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-5);
    expectNear(scores.flesch_reading_ease, golden.flesch);
    expectNear(scores.flesch_kincaid_grade, golden.fk_grade);
    if (golden.ari !== undefined) expectNear(scores.ari, golden.ari);
    if (golden.coleman_liau !== undefined) expectNear(scores.coleman_liau, golden.coleman_liau);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeWithShared, sharedData } from '../../../test/shared-data.ts';
import { defaults, row } from './fixtures.ts';
import { addTotals, noTotals, type ReadabilityTotals, readability } from './readability.ts';
import { tallyTexts } from './tally.ts';

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
  it('works out by hand', () => {
    // 4 sentences, 120 words, 180 syllables, 540 letters, 12 words of three syllables and more:
    // 30 words a sentence, 1.5 syllables and 4.5 letters a word.
    const scores = readability({ words: 120, sentences: 4, letters: 540, syllables: 180, polysyllables: 12 });
    expect(scores.flesch_reading_ease).toBeCloseTo(206.835 - 30.45 - 126.9, 10); // 49.485
    expect(scores.flesch_kincaid_grade).toBeCloseTo(11.7 + 17.7 - 15.59, 10); // 13.81
    expect(scores.ari).toBeCloseTo(21.195 + 15 - 21.43, 10); // 14.765
    expect(scores.coleman_liau).toBeCloseTo(26.46 - 29.6 / 30 - 15.8, 10); // 9.6733
    expect(scores.gunning_fog).toBeCloseTo(0.4 * (30 + 10), 10); // 16
    expect(scores.smog).toBeCloseTo(1.043 * Math.sqrt(90) + 3.1291, 10); // 12 words in 4 sentences are 90 in 30
  });

  it('counts the words of three syllables and more', () => {
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

describeWithShared('analysis', 'the golden texts', () => {
  const { text } = JSON.parse(readFileSync(sharedData('analysis', 'golden.json'), 'utf8')) as {
    text: { readability: GoldenText[] };
  };

  it.each(text.readability)('are counted and judged alike: $text', (golden) => {
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

  it('are two, one of them with all four scores', () => {
    expect(text.readability.map((golden) => golden.ari)).toEqual([undefined, 1.199872]);
  });
});

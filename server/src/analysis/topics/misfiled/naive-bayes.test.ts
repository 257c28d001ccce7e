import { describe, expect, it } from 'vitest';
import { packQuestions } from '../../corpus/chunk.ts';
import { partsOf, textRow } from '../../corpus/corpus.fixture.ts';
import { gatherCorpus } from '../../corpus/corpus.ts';
import { declaredLabels } from '../terms/labels.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import { NaiveBayes } from './naive-bayes.ts';

async function learn(lines: readonly string[]) {
  const rows = lines.map((line) => {
    const [category = '', text = ''] = line.split(': ');
    return textRow({ category, question_text: text, correct_answer: '' });
  });
  const corpus = await gatherCorpus(partsOf({ population: 0, partial: packQuestions(rows) }));
  const vocabulary = buildVocabulary(corpus, { min_df: 1, max_df: 1, ngrams: [1, 1] });
  return { vocabulary, bayes: new NaiveBayes(vocabulary, declaredLabels(corpus, 'category')) };
}

const times = (count: number, line: string) => Array.from({ length: count }, () => line);
// Six about sky: planet 6, moon 4. Five about land: river 5, moon 1. Three terms: planet, moon, river.
const BANK = [
  ...times(4, 'Sky: planet moon'),
  ...times(2, 'Sky: planet'),
  ...times(4, 'Land: river'),
  'Land: river moon',
];

describe('NaiveBayes', () => {
  it('matches values calculated by hand, without the question itself', async () => {
    const { bayes } = await learn(BANK);
    expect(bayes.labels).toEqual([0, 1]);
    const features = bayes.featuresOf(10); // "river moon", about land
    const scores = new Float64Array(2);
    bayes.score(features, 1, scores);
    // Sky has 10 terms: (0 + 1) / 13 x (4 + 1) / 13. Land without the question has 4: (4 + 1) / 7 x (0 + 1) / 7.
    expect(scores[0]).toBeCloseTo(Math.log(5 / 169), 5);
    expect(scores[1]).toBeCloseTo(Math.log(5 / 49), 5);
    // ln(13/7) for each term beyond what they cancel out, over the root of 2 + 2.
    expect(bayes.margin(features, 1, 0, 1)).toBeCloseTo((2 * Math.log(13 / 7)) / 2, 5);
  });

  it('names the terms in favour of a class, strongest first', async () => {
    const { bayes, vocabulary } = await learn(BANK);
    const evidence = bayes.evidence(bayes.featuresOf(10), 1, 0, 1);
    // river: (5/7) / (1/13); moon: (1/7) / (5/13), which is below 1.
    expect(evidence.map(({ term }) => vocabulary.spell(term))).toEqual(['river']);
    expect(evidence[0]?.weight).toBeCloseTo(Math.log(65 / 7), 5);
  });

  it('caps the evidence of a term at 3', async () => {
    const { bayes } = await learn([...times(401, 'Sky: planet'), ...times(400, 'Land: river')]);
    expect(bayes.evidence(bayes.featuresOf(0), 0, 1, 0)[0]?.weight).toBe(3);
    expect(bayes.margin(bayes.featuresOf(0), 1, 0, 0)).toBeCloseTo(-3 / Math.sqrt(3), 12);
  });

  it('gives the same result for a question every time', async () => {
    const { bayes } = await learn(BANK);
    expect([...bayes.featuresOf(10)]).toEqual([...bayes.featuresOf(10)]);
    expect(bayes.featuresOf(10)).toHaveLength(2);
  });

  it('leaves out classes of fewer than five', async () => {
    const { bayes } = await learn([...BANK, ...times(4, 'Sea: wave')]);
    expect(bayes.labels).toEqual([0, 1]);
  });
});

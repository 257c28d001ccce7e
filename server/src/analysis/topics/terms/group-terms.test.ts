import { describe, expect, it } from 'vitest';
import { packQuestions } from '../../corpus/chunk.ts';
import { partsOf, textRow } from '../../corpus/corpus.fixture.ts';
import { gatherCorpus } from '../../corpus/corpus.ts';
import { characteristicTerms } from './group-terms.ts';
import { declaredLabels } from './labels.ts';
import { buildVocabulary } from './vocabulary.ts';

async function termsOf(groups: readonly number[], limit: number) {
  const rows = [
    textRow({ category: 'c1', question_text: 'planet orbit planet', correct_answer: 'star' }),
    textRow({ category: 'c2', question_text: 'river ocean', correct_answer: 'river' }),
    textRow({ category: 'c2', question_text: '?', correct_answer: 'planet' }),
  ];
  const corpus = await gatherCorpus(partsOf({ population: 0, partial: packQuestions(rows) }));
  const vocabulary = buildVocabulary(corpus, { min_df: 1, max_df: 1, ngrams: [1, 1] });
  return characteristicTerms(vocabulary, declaredLabels(corpus, 'category'), groups, limit);
}

describe('characteristicTerms', () => {
  it('gives the published numbers for two classes, questions and answers together', async () => {
    expect(await termsOf([0, 1], 10)).toEqual([
      [
        { term: 'planet', weight: 0.423649 },
        { term: 'orbit', weight: 0.402359 },
        { term: 'star', weight: 0.402359 },
      ],
      [
        { term: 'river', weight: 0.549306 },
        { term: 'ocean', weight: 0.402359 },
        { term: 'planet', weight: 0.211824 },
      ],
    ]);
  });

  it('lists the requested number of terms per group', async () => {
    expect(await termsOf([1], 1)).toEqual([[{ term: 'river', weight: 0.549306 }]]);
    expect(await termsOf([], 1)).toEqual([]);
  });
});

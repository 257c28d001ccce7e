import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packQuestions } from '../../corpus/chunk.ts';
import { partsOf, textRow } from '../../corpus/corpus.fixture.ts';
import { gatherCorpus } from '../../corpus/corpus.ts';
import { PairNumbering, PairSketch } from './pair-counts.ts';
import { buildVocabulary, type Vocabulary } from './vocabulary.ts';

async function vocabularyOf(
  lines: readonly string[],
  limits: { min_df?: number; max_df?: number; ngrams?: [number, number] },
) {
  const rows = lines.map((line) => {
    const [text = '', answer = ''] = line.split(' | ');
    return textRow({ question_text: text, correct_answer: answer });
  });
  const corpus = await gatherCorpus(partsOf({ population: 0, partial: packQuestions(rows) }));
  return buildVocabulary(corpus, { min_df: 1, max_df: 1, ngrams: [1, 2], ...limits });
}

const all = ({ size, spell, frequencies }: Vocabulary) =>
  Array.from({ length: size }, (_, term) => `${spell(term)} ${frequencies[term]}`);

describe('buildVocabulary', () => {
  it('counts questions, not occurrences, of words and of neighbours', async () => {
    const vocabulary = await vocabularyOf(['black hole, black hole | hole', 'The black star'], {});
    expect(all(vocabulary)).toEqual(['black 2', 'hole 1', 'star 1', 'black hole 1', 'hole black 1', 'black star 1']);
    const spelt = [...vocabulary.termsOf(0)].map(vocabulary.spell);
    // Terms appear in the order in which they end; there is no pair across the end of the question or across a stop
    // word.
    expect(spelt).toEqual(['black', 'hole', 'black hole', 'black', 'hole black', 'hole', 'black hole', 'hole']);
  });

  it('leaves out rare and frequent words, stop words and numbers', async () => {
    const lines = ['red star 1953', 'red moon 1953', 'red star 1953', 'what is it'];
    expect(all(await vocabularyOf(lines, { min_df: 2, max_df: 0.5 }))).toEqual(['star 2']);
    // Both words of a pair must be within the limits themselves.
    expect(all(await vocabularyOf(lines, { min_df: 2, max_df: 0.8 }))).toEqual(['red 3', 'star 2', 'red star 2']);
    expect(all(await vocabularyOf(lines, { min_df: 2, max_df: 0.8, ngrams: [2, 2] }))).toEqual(['red star 2']);
    expect(all(await vocabularyOf(lines, { min_df: 2, max_df: 0.8, ngrams: [1, 1] }))).toEqual(['red 3', 'star 2']);
  });

  it('reads only pairs if only pairs are terms', async () => {
    const vocabulary = await vocabularyOf(['moon red star', 'red star'], { min_df: 1, ngrams: [2, 2] });
    expect([...vocabulary.termsOf(0)].map(vocabulary.spell)).toEqual(['moon red', 'red star']);
    expect([...vocabulary.termsOf(1)].map(vocabulary.spell)).toEqual(['red star']);
  });

  it('accepts names of object properties, and other scripts', async () => {
    expect(all(await vocabularyOf(['constructor Straße', 'море'], { ngrams: [1, 1] }))).toEqual([
      'constructor 1',
      'straße 1',
      'море 1',
    ]);
  });
});

describe('PairNumbering', () => {
  it('numbers pairs like a Map', () => {
    const pair = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 3000, size: 'max' }), (pairs) => {
        const [numbering, map] = [new PairNumbering(), new Map<string, number>()];
        for (const [left, right] of pairs) {
          const key = `${left} ${right}`;
          if (!map.has(key)) map.set(key, map.size);
          expect(numbering.numberOf(left, right)).toBe(map.get(key));
        }
        expect(numbering.size).toBe(map.size);
        expect(numbering.find(41, 0)).toBe(-1);
      }),
      { numRuns: 20 },
    );
  });
});

describe('PairSketch', () => {
  it('never undercounts, and cuts at the limit', () => {
    const sketch = new PairSketch(100);
    for (let round = 1; round <= 9; round += 1) for (let left = round; left <= 9; left += 1) sketch.add(left, 0);
    for (let left = 1; left <= 9; left += 1) expect(sketch.atLeast(left, 0, left)).toBe(true);
    // Nine pairs, occurring once to nine times; three of them at least seven times.
    expect(sketch.cut(2, 3)).toBe(7);
    expect(sketch.cut(2, 100)).toBe(2);
  });
});

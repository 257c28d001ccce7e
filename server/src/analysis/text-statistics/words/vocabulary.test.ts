import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addVocabulary, countHapax, countTokens, noVocabulary, topWords, type Vocabulary } from './vocabulary.ts';

const WORDS = ['the', 'constructor', 'proto', 'of', 'a', 'incomprehensibilities', 'hasownproperty', '1'];
const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 });

function vocabularyOf(words: readonly string[]): Vocabulary {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { words: [...counts.keys()].join(' '), counts: [...counts.values()] };
}

describe('addVocabulary', () => {
  it('equals the vocabulary of all words, in order of first use, even after a round trip through JSON', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 6 }), fc.boolean(), (parts, stored) => {
        let whole = noVocabulary();
        for (const part of parts) {
          addVocabulary(whole, vocabularyOf(part));
          if (stored) whole = JSON.parse(JSON.stringify(whole)) as Vocabulary;
        }
        expect(whole).toEqual(vocabularyOf(parts.flat()));
        expect(countTokens(whole)).toBe(parts.flat().length);
      }),
    );
  });

  it('does not modify the right side', () => {
    const right = vocabularyOf(['a', 'of', 'a']);
    addVocabulary(vocabularyOf(['a']), right);
    expect(right).toEqual({ words: 'a of', counts: [2, 1] });
  });
});

describe('topWords', () => {
  it('lists the most frequent words first, ties alphabetically', () => {
    const vocabulary = vocabularyOf(['of', 'the', 'the', 'a', 'cat', 'of', 'of', 'a']);
    expect(topWords(vocabulary, 10)).toEqual([
      { word: 'of', count: 3 },
      { word: 'a', count: 2 },
      { word: 'the', count: 2 },
      { word: 'cat', count: 1 },
    ]);
    expect(topWords(vocabulary, 2).map(({ word }) => word)).toEqual(['of', 'a']);
    expect(topWords(noVocabulary(), 5)).toEqual([]);
    expect(countHapax(vocabulary)).toBe(1);
  });
});

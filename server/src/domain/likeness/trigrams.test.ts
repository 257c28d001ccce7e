import { describe, expect, it } from 'vitest';
import { splitWords } from '../text/split-words.ts';
import { trigramSimilarity, trigramsOf } from './trigrams.ts';

describe('trigrams', () => {
  it('match the pg_trgm manual', () => {
    expect(trigramsOf(splitWords('cat'))).toEqual(new Set(['  c', ' ca', 'cat', 'at ']));
    expect(trigramsOf(splitWords('foo|bar'))).toEqual(
      new Set(['  f', ' fo', 'foo', 'oo ', '  b', ' ba', 'bar', 'ar ']),
    );
  });

  it('give the similarity of the manual', () => {
    // "  w", " wo", "wor", "ord", "rd " and, of "two words", "  t", " tw", "two", "wo ", "  w", " wo", "wor", "ord", "rds", "ds ": 4 of 11.
    expect(trigramSimilarity(['word'], ['two', 'words'])).toBe(4 / 11);
  });

  it('have similarity 0 without a common word, and 1 without any word', () => {
    expect(trigramSimilarity(['abc'], ['xyz'])).toBe(0);
    expect(trigramSimilarity(['abc'], [])).toBe(0);
    expect(trigramSimilarity([], [])).toBe(1);
  });
});

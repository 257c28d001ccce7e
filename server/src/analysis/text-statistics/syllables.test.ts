import { describe, expect, it } from 'vitest';
import { countSyllables } from './syllables.ts';

describe('countSyllables', () => {
  it.each([
    ['cat', 1],
    ['largest', 2],
    ['america', 4],
    ['cafe', 2],
  ])('counts those of %s', (word, syllables) => {
    expect(countSyllables(word)).toBe(syllables);
  });

  it.each(['1969', '2', 'москва'])('counts one in %s, where it cannot hear any', (word) => {
    expect(countSyllables(word)).toBe(1);
  });

  it('takes a word of any length', () => {
    expect(countSyllables('ba'.repeat(50))).toBe(50);
  });
});

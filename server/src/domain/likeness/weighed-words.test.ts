import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOfKey } from '../text/split-words.ts';
import { textKey } from '../text/text.ts';
import { exactKey } from './exact-key.ts';
import { weighWord, weighWords } from './weighed-words.ts';

describe('weighWords', () => {
  it('weighs the words of a key in any script', () => {
    const texts = fc.oneof(
      fc.lorem(),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('1+ 漢é,')) }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const key = exactKey(text, textKey(text));
        expect(weighWords(key)).toEqual(wordsOfKey(key).map((word) => weighWord(word)));
        expect(weighWords(key).map(({ word }) => word)).toEqual(wordsOfKey(key));
      }),
    );
  });

  it('weighs a word again if another has taken its slot', () => {
    const numbers = Array.from({ length: 200_000 }, (_, index) => String(index));
    for (const word of numbers) weighWord(word);
    expect(numbers.every((word) => weighWord(word).word === word)).toBe(true);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortTexts } from './sort-texts.ts';

it('sorts few and many as the language does', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 3 }), { maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(texts, (given) => {
      expect(sortTexts([...given])).toEqual(given.toSorted());
    }),
  );
});

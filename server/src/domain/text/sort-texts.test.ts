import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortTexts } from './sort-texts.ts';

it('sorts short and long lists like the built-in sort', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 3 }), { maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(texts, (given) => {
      expect(sortTexts([...given])).toEqual(given.toSorted());
    }),
  );
});

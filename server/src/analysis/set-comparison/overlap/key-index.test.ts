import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countKeys, KeyIndex } from './key-index.ts';

describe('KeyIndex', () => {
  it('finds the first of equal keys and nothing else', () => {
    // Few different words, so that keys often share words and are often equal.
    const key = fc.tuple(fc.nat(3), fc.nat(3));
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), fc.array(key, { maxLength: 10 }), (known, asked) => {
        const index = new KeyIndex({ words: Uint32Array.from(known.flat()), width: 2 });
        const places = asked.map((_, place) => index.firstOf(Uint32Array.from(asked.flat()), place));
        const expected = asked.map(([x, y]) => known.findIndex((one) => one[0] === x && one[1] === y));
        expect(places).toEqual(expected);
      }),
    );
  });

  it('distinguishes keys that differ in any of their words', () => {
    const words = Uint32Array.from([1, 2, 3, 4, 1, 2, 3, 5, 9, 2, 3, 4]);
    const index = new KeyIndex({ words, width: 4 });
    expect(countKeys({ words, width: 4 })).toBe(3);
    expect([0, 1, 2].map((place) => index.firstOf(words, place))).toEqual([0, 1, 2]);
    expect(index.firstOf(Uint32Array.from([1, 2, 3, 6]), 0)).toBe(-1);
  });

  it('takes consecutive keys, such as ids created in a row, quickly', () => {
    const words = new Uint32Array(400_000);
    for (let place = 0; place < 100_000; place += 1) words.set([0x0190_0000, place, 0x7000_8000, 0], place * 4);
    const index = new KeyIndex({ words, width: 4 });
    let found = 0;
    for (let place = 0; place < 100_000; place += 1) if (index.firstOf(words, place) === place) found += 1;
    expect(found).toBe(100_000);
  }, 2000);

  it('may be empty', () => {
    expect(new KeyIndex({ words: new Uint32Array(), width: 2 }).firstOf(Uint32Array.from([0, 0]), 0)).toBe(-1);
  });
});

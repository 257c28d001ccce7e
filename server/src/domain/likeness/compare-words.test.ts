import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ASKING,
  compareWords,
  DECISIVE,
  NAME,
  NEGATION,
  NUMBER,
  OPTIONS,
  THING,
  WHO,
  wordKind,
} from './compare-words.ts';
import { stemWord, stemWords } from './stems.ts';

/** Words 0 to 5, of which 1 is a number and 2 a negation. */
const vocabulary = {
  weights: Float64Array.of(8, 5, 4, 2, 1, 0.5),
  kinds: Uint8Array.of(0, NUMBER, NEGATION, 0, ASKING, OPTIONS),
};
const setOf = (...words: number[]) => ({ tokens: Uint32Array.from(words), start: 0, end: words.length });

describe('two texts', () => {
  it('share the weight of their common words', () => {
    // Shared 3 and 5: 2 + 0.5. Only one has 0 and 4: 8 + 1. Only the other has 1 and 2: 5 + 4. 2.5 of 20.5.
    expect(compareWords(setOf(0, 3, 4, 5), setOf(1, 2, 3, 5), vocabulary)).toEqual({
      similarity: 2.5 / 20.5,
      swapped: 5,
      lone: 8,
      saying: 8,
      kindsA: ASKING,
      kindsB: NUMBER | NEGATION,
      kindsShared: OPTIONS,
      loneWord: 8,
      weight: 20.5,
      shared: 2.5,
      covered: 0,
      significantShared: 0,
    });
  });

  it('cover each other by the content of the lighter one', () => {
    // Words 0 and 1 are significant, with weights 8 and 5. The others do not count.
    expect(compareWords(setOf(0, 1, 2), setOf(0, 4), vocabulary)).toMatchObject({ covered: 1, significantShared: 1 });
    expect(compareWords(setOf(0, 1, 3), setOf(0, 1, 2), vocabulary)).toMatchObject({
      covered: 1,
      significantShared: 2,
    });
    expect(compareWords(setOf(0, 2), setOf(1, 2), vocabulary).covered).toBe(0);
    expect(compareWords(setOf(2, 3), setOf(2, 4), vocabulary).covered).toBe(0); // no content
  });

  it('have no swapped words if one contains the other', () => {
    const { similarity, swapped, lone, kindsA, kindsB } = compareWords(setOf(0, 1, 3), setOf(0, 3), vocabulary);
    expect({ similarity, swapped, lone, kindsA, kindsB }).toEqual({
      similarity: 10 / 15,
      swapped: 0,
      lone: 5,
      kindsA: NUMBER,
      kindsB: 0,
    });
  });

  it('are equal without any word', () => {
    expect(compareWords(setOf(), setOf(), vocabulary)).toMatchObject({ similarity: 1, weight: 0, swapped: 0, lone: 0 });
    expect(compareWords(setOf(), setOf(2), vocabulary)).toMatchObject({ similarity: 0, weight: 4, kindsB: NEGATION });
  });

  it('are read from within a longer list', () => {
    const tokens = Uint32Array.of(0, 1, 2, 3, 0, 2, 5);
    const words = compareWords({ tokens, start: 2, end: 4 }, { tokens, start: 5, end: 7 }, vocabulary);
    expect(words.similarity).toBe(4 / 6.5);
  });

  it('compare like sets, symmetrically', () => {
    const words = fc.uniqueArray(fc.nat(5)).map((list) => list.sort());
    fc.assert(
      fc.property(words, words, (a, b) => {
        const weigh = (list: Iterable<number>) =>
          [...list].reduce((sum, word) => sum + (vocabulary.weights[word] ?? 0), 0);
        const [left, right] = [new Set(a), new Set(b)];
        const all = weigh(left.union(right));
        const there = compareWords(setOf(...a), setOf(...b), vocabulary);
        const back = compareWords(setOf(...b), setOf(...a), vocabulary);
        expect(there.similarity).toBeCloseTo(all === 0 ? 1 : weigh(left.intersection(right)) / all, 12);
        expect(back).toMatchObject({ similarity: there.similarity, swapped: there.swapped, lone: there.lone });
        expect([back.kindsA, back.kindsB]).toEqual([there.kindsB, there.kindsA]);
      }),
    );
  });
});

describe('kinds of words', () => {
  it.each([
    [NUMBER, '1945 1990s 20th 3 twelve'],
    [
      NEGATION,
      "not no never none nor neither without except cannot can't don't doesn't isn't wasn't couldn't won't isnt",
    ],
    [ASKING, 'where when how many much why year years'],
    [WHO, 'who whom whose'],
    [NAME, 'name named called'],
    [OPTIONS, 'these those following above below listed statements options quote phrases lyrics clip image shown'],
    [DECISIVE, 'actress women male girls first 2nd last only before after former largest'],
    [THING, 'city towns state book human'],
    [0, 'capital finland what which the constructor'],
  ])('%i: %s', (kind, words) => {
    for (const stem of words.split(' ').flatMap(stemWords)) expect([stem, wordKind(stem)]).toEqual([stem, kind]);
  });

  it('treat symbols like a number', () => {
    expect(stemWords('2 + 2 = 4').map(wordKind)).toEqual([NUMBER, NUMBER, NUMBER, NUMBER]);
    expect(wordKind(stemWord('-'))).toBe(NUMBER);
  });
});

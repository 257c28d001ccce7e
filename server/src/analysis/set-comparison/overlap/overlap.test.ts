import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOverlap, type Identities } from './overlap.ts';

interface Question {
  id: number;
  /** 0: a text without letters. */
  text: number;
}

function identities(questions: readonly Question[]): Identities {
  return {
    ids: { words: Uint32Array.from(questions.flatMap(({ id }) => [7, id, 7, 7])), width: 4 },
    texts: { words: Uint32Array.from(questions.flatMap(({ text }) => [text, text === 0 ? 0 : 7])), width: 2 },
  };
}

const overlapOf = (a: readonly Question[], b: readonly Question[], most = 1000) =>
  findOverlap(identities(a), identities(b), most);

describe('the overlap of two sets', () => {
  it('distinguishes a question in both sets from another one with the same text', () => {
    const a = [
      { id: 1, text: 10 },
      { id: 2, text: 20 },
      { id: 3, text: 30 },
    ];
    const b = [
      { id: 2, text: 20 },
      { id: 4, text: 10 },
      { id: 5, text: 20 },
      { id: 6, text: 40 },
    ];
    // 2 is in both; the text of 1 equals that of 4, the text of 2 that of 5 as well; 3 and 6 are unique.
    expect(overlapOf(a, b)).toEqual({
      sameIds: 1,
      exactText: { a: 2, b: 3 },
      copies: { a: 2, b: 2 },
      pairs: [
        { a: 0, b: 1 },
        { a: 1, b: 2 },
      ],
      pairsTotal: 2,
    });
  });

  it('never matches texts without letters, but matches a question with itself', () => {
    const a = [
      { id: 1, text: 0 },
      { id: 2, text: 0 },
    ];
    const b = [
      { id: 2, text: 0 },
      { id: 3, text: 0 },
    ];
    const nothing = { copies: { a: 0, b: 0 }, pairs: [], pairsTotal: 0 };
    expect(overlapOf(a, b)).toEqual({ sameIds: 1, exactText: { a: 1, b: 1 }, ...nothing });
  });

  it('counts all pairs and lists up to the limit', () => {
    const copies = (from: number) => Array.from({ length: 2000 }, (_, index) => ({ id: from + index, text: 5 }));
    const { pairs, pairsTotal, exactText } = overlapOf(copies(0), copies(10_000), 3);
    expect(pairsTotal).toBe(4_000_000);
    expect(exactText).toEqual({ a: 2000, b: 2000 });
    expect(pairs).toEqual([
      { a: 0, b: 0 },
      { a: 0, b: 1 },
      { a: 0, b: 2 },
    ]);
  });

  it('may have an empty side', () => {
    const nothing = { sameIds: 0, exactText: { a: 0, b: 0 }, copies: { a: 0, b: 0 }, pairs: [], pairsTotal: 0 };
    expect(overlapOf([], [{ id: 1, text: 1 }])).toEqual(nothing);
    expect(overlapOf([{ id: 1, text: 1 }], [])).toEqual(nothing);
  });

  it('equals a comparison of every question with every other', () => {
    // The text belongs to the question: the same id has the same text in both sets.
    const set = fc.uniqueArray(fc.nat(12), { maxLength: 10 }).map((ids) => ids.map((id) => ({ id, text: id % 5 })));
    fc.assert(
      fc.property(set, set, (a, b) => {
        const isSame = (x: Question, y: Question) => x.id === y.id;
        const isCopy = (x: Question, y: Question) => x.id !== y.id && x.text === y.text && x.text !== 0;
        const those = (list: Question[], others: Question[], test: typeof isSame) =>
          list.filter((x) => others.some((y) => test(x, y))).length;
        const either = (x: Question, y: Question) => isSame(x, y) || isCopy(x, y);
        const pairs = a.flatMap((x, place) => b.flatMap((y, other) => (isCopy(x, y) ? [{ a: place, b: other }] : [])));
        expect(overlapOf(a, b)).toEqual({
          sameIds: those(a, b, isSame),
          exactText: { a: those(a, b, either), b: those(b, a, either) },
          copies: { a: those(a, b, isCopy), b: those(b, a, isCopy) },
          pairs,
          pairsTotal: pairs.length,
        });
      }),
    );
  });
});

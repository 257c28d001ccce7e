import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AlikePairs } from './alike-pairs.ts';

const COUNT = 20;

it('keeps the most similar pairs and counts every question, in any order', () => {
  const pairs = fc.uniqueArray(
    fc.record({ a: fc.nat(COUNT - 1), b: fc.nat(30), similarity: fc.constantFrom(0.4, 0.5, 0.9, 1) }),
    { selector: ({ a, b }) => `${a} ${b}`, maxLength: 100, size: 'max' },
  );
  fc.assert(
    fc.property(pairs, fc.integer({ min: 1, max: 12 }), (given, most) => {
      const alike = new AlikePairs('near', COUNT, most);
      // A question may be linked with two kinds of questions that are equally similar.
      const linked = Map.groupBy(given, ({ a, b, similarity }) => `${a} ${similarity} ${b % 2}`);
      for (const others of linked.values()) {
        const [{ a, similarity } = { a: 0, similarity: 0 }] = others;
        alike.add(a, Uint32Array.from(others, ({ b }) => b).sort(), similarity);
      }
      const sorted = given
        .map((pair) => ({ ...pair, relation: 'near' }))
        .sort((x, y) => y.similarity - x.similarity || x.a - y.a || x.b - y.b);
      expect(alike.best()).toEqual(sorted.slice(0, most));
      expect(alike.countQuestions()).toBe(new Set(given.map(({ a }) => a)).size);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Violation } from '../errors.ts';
import { normaliseStrings } from './text-values.ts';

function normalise(value: unknown) {
  const violations: Violation[] = [];
  return { value: normaliseStrings(value, violations), violations };
}

/** A list in a list in a list …, with a text inside. */
const nested = (depth: number): unknown => (depth === 0 ? ' x ' : [nested(depth - 1)]);

describe('normaliseStrings', () => {
  it('trims and composes every text, at any depth, and nothing else', () => {
    const body = { text: ' Cafe\u0301 ', list: [' a ', 1, null, true], deeper: { text: '\n b' } };
    expect(normalise(body)).toEqual({
      value: { text: 'Café', list: ['a', 1, null, true], deeper: { text: 'b' } },
      violations: [],
    });
  });

  it('keeps names of fields as they are, for the schema to judge', () => {
    expect(normalise({ ' a ': 'b' }).value).toEqual({ ' a ': 'b' });
  });

  it('leaves what it is given as it is', () => {
    const body = Object.freeze({ text: ' a ', list: Object.freeze([' b ']) });
    expect(normalise(body).value).toEqual({ text: 'a', list: ['b'] });
    expect(body).toEqual({ text: ' a ', list: [' b '] });
  });

  it('points at every text with forbidden characters', () => {
    const body = [{ 'a/b': '\u0000', 'c~d': ['fine', '\ud800'] }, '\u0007', 'tab\tand\nline'];
    expect(normalise(body).violations.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['invalid_characters', '#/0/a~1b'],
      ['invalid_characters', '#/0/c~0d/1'],
      ['invalid_characters', '#/1'],
    ]);
  });

  it('keeps a field named __proto__ plain data', () => {
    const { value } = normalise(JSON.parse('{"__proto__": {"admin": true}}'));
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('goes ten levels deep and refuses the eleventh', () => {
    expect(normalise(nested(10)).violations).toEqual([]);
    expect(JSON.stringify(normalise(nested(10)).value)).toContain('"x"');
    const { violations } = normalise(nested(11));
    expect(violations).toMatchObject([{ code: 'too_deep', pointer: `#${'/0'.repeat(10)}` }]);
  });

  it('does not run out of stack on a body of brackets, and keeps the pointer short', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
    expect(normalise(deep).violations.map((violation) => violation.code)).toEqual(['too_deep']);
    const { violations } = normalise({ ['n'.repeat(5000)]: nested(10) });
    expect(violations[0]?.pointer).toHaveLength(200);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (body) => {
        const once = normalise(body).value;
        expect(normalise(once).value).toEqual(once);
      }),
    );
  });
});

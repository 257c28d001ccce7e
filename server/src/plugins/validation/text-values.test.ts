import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SizedSchema, shapeOf } from './shape.ts';
import { type Reading, readBody } from './text-values.ts';

const OPEN: SizedSchema = {};

function read(value: unknown, schema = OPEN) {
  const reading: Reading = { violations: [], unstated: 0 };
  return { value: readBody(value, shapeOf(schema, new Map()), reading), ...reading };
}

/** A list in a list in a list …, with a text inside. */
const nested = (depth: number): unknown => (depth === 0 ? ' x ' : [nested(depth - 1)]);

const text = { type: 'string', maxLength: 10 };
const QUESTION: SizedSchema = {
  properties: { text, tags: { items: text, maxItems: 3 } },
  additionalProperties: false,
};

describe('readBody', () => {
  it('trims and composes every text at any depth, and nothing else', () => {
    const body = { text: ' Cafe\u0301 ', list: [' a ', 1, null, true], deeper: { text: '\n b' } };
    expect(read(body)).toEqual({
      value: { text: 'Café', list: ['a', 1, null, true], deeper: { text: 'b' } },
      violations: [],
      unstated: 0,
    });
  });

  it('keeps field names unchanged, for the schema to check', () => {
    expect(read({ ' a ': 'b' }).value).toEqual({ ' a ': 'b' });
  });

  it('does not modify its input', () => {
    const body = Object.freeze({ text: ' a ', list: Object.freeze([' b ']) });
    expect(read(body).value).toEqual({ text: 'a', list: ['b'] });
    expect(body).toEqual({ text: ' a ', list: [' b '] });
  });

  it('points at every text with forbidden characters', () => {
    const body = [{ 'a/b': '\u0000', 'c~d': ['fine', '\ud800'] }, '\u0007', 'tab\tand\nline'];
    expect(read(body).violations.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['invalid_characters', '#/0/a~1b'],
      ['invalid_characters', '#/0/c~0d/1'],
      ['invalid_characters', '#/1'],
    ]);
  });

  it('converts CR LF and CR to LF', () => {
    expect(read({ text: 'one\r\ntwo\rthree\r\n' })).toMatchObject({
      value: { text: 'one\ntwo\nthree' },
      violations: [],
    });
  });

  it('reports the forbidden character and its position after line ends are unified', () => {
    expect(read(['one\r\ntwo\u0007', 'a\ud800']).violations).toEqual([
      {
        code: 'invalid_characters',
        detail: 'Line 2, character 4 is a control character (U+0007). Remove it.',
        pointer: '#/0',
      },
      {
        code: 'invalid_characters',
        detail: 'Line 1, character 2 is half of a surrogate pair (U+D800). Remove it.',
        pointer: '#/1',
      },
    ]);
  });

  it('accepts thirty consecutive combining marks, and rejects thirty-one', () => {
    expect(read({ text: `e${'\u0316\u0301'.repeat(15)}` }).violations).toEqual([]);
    expect(read({ text: `e${'\u0316\u0301'.repeat(15)}\u0316` }).violations).toEqual([
      { code: 'invalid_characters', detail: 'The text has more than 30 combining marks in a row.', pointer: '#/text' },
    ]);
  });

  it('does not check a text that is too long any further, as the schema reports it', () => {
    const long = `e${'\u0316\u0301'.repeat(200_000)}`;
    expect(read({ text: ` ${long} ` }, QUESTION)).toEqual({ value: { text: long }, violations: [], unstated: 0 });
  });

  it('composes and trims a text that is then short enough', () => {
    const given = `${' '.repeat(1000)}${'\u03b1\u0313\u0300\u0345'.repeat(10)}`;
    expect(read({ text: given }, QUESTION).value).toEqual({ text: '\u1f82'.repeat(10) });
  });

  it('rejects an overlong text if the schema sets no limit', () => {
    const { violations } = read({ text: `é${'a'.repeat(200_000)}` });
    expect(violations).toMatchObject([{ code: 'too_long', pointer: '#/text' }]);
  });

  it('truncates a list that exceeds its schema, and reports it', () => {
    const { value, violations } = read({ tags: Array.from({ length: 1_000_000 }, () => 7) }, QUESTION);
    expect((value as { tags: unknown[] }).tags).toHaveLength(100);
    expect(violations).toEqual([{ code: 'too_long', detail: '`tags` may have at most 3 entries.', pointer: '#/tags' }]);
  });

  it('keeps a hundred unknown fields, without their values, and counts the others', () => {
    const body = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x${index}`, '\u0000']));
    const { value, violations, unstated } = read({ ...body, text: ' a ' }, QUESTION);
    expect(Object.keys(value as object)).toHaveLength(101);
    expect(value).toMatchObject({ x0: null, x99: null, text: 'a' });
    expect([violations, unstated]).toEqual([[], 1900]);
  });

  it('reports a hundred violations and counts the others', () => {
    const { violations, unstated } = read(Array.from({ length: 700 }, () => '\u0000'));
    expect([violations.length, unstated]).toEqual([100, 600]);
  });

  it('keeps a field named __proto__ plain data', () => {
    const { value } = read(JSON.parse('{"__proto__": {"admin": true}}'));
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('accepts ten levels, but rejects the eleventh', () => {
    expect(read(nested(10)).violations).toEqual([]);
    expect(JSON.stringify(read(nested(10)).value)).toContain('"x"');
    const { violations } = read(nested(11));
    expect(violations).toMatchObject([{ code: 'too_deep', pointer: `#${'/0'.repeat(10)}` }]);
  });

  it('does not overflow the stack on a body of brackets, and keeps the pointer short', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
    expect(read(deep).violations.map((violation) => violation.code)).toEqual(['too_deep']);
    const { violations } = read({ ['n'.repeat(5000)]: nested(10) });
    expect(violations[0]?.pointer).toHaveLength(200);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (body) => {
        const once = read(body).value;
        expect(read(once).value).toEqual(once);
      }),
    );
  }, 300_000);
});

describe('shapeOf', () => {
  it('follows references and uses the larger size of the branches', () => {
    const named = new Map([['Question', QUESTION]]);
    const shape = shapeOf({ oneOf: [{ $ref: 'Question#' }, { items: { $ref: 'Question#' }, maxItems: 1000 }] }, named);
    expect(shape).toMatchObject({ maxItems: 1000, closed: true });
    expect(shape.properties?.get('tags')).toMatchObject({ maxItems: 3, items: { maxLength: 10 } });
    expect(shape.items?.properties?.get('text')?.maxLength).toBe(10);
  });

  it('includes the fields of every condition', () => {
    const branch = (name: string, maxItems: number): SizedSchema => ({
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: {
        properties: { parameters: { properties: { [name]: text, both: { maxItems } }, additionalProperties: false } },
      },
    });
    const shape = shapeOf({ properties: { parameters: {} }, allOf: [branch('a', 5), branch('b', 9)] }, new Map());
    const parameters = shape.properties?.get('parameters');
    expect([...(parameters?.properties?.keys() ?? [])].sort()).toEqual(['a', 'b', 'both']);
    expect(parameters).toMatchObject({ closed: true });
    expect(parameters?.properties?.get('both')?.maxItems).toBe(9);
  });
});

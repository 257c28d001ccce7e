import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Violation } from '../../errors.ts';
import { readQuery } from './query-values.ts';

const PARAMETERS = {
  limit: { type: 'integer' },
  include: { type: 'boolean' },
  tag: { type: 'string' },
  difficulty: { type: 'array', items: { type: 'integer' } },
  category: { type: 'array', items: { type: 'string' } },
  ids: { type: 'array', maxItems: 50, items: { type: 'string', format: 'uuid' } },
  status: { type: 'array', items: { type: 'string', enum: ['draft', 'ready'] } },
};

function read(query: Record<string, string | string[]>) {
  const violations: Violation[] = [];
  return { ...readQuery(query, PARAMETERS, violations), violations };
}

describe('readQuery', () => {
  it('reads values by the types of their schema', () => {
    expect(read({ limit: '20', include: 'true', tag: '7', difficulty: ['0', '2'] })).toEqual({
      values: { limit: 20, include: true, tag: '7', difficulty: [0, 2] },
      unstated: 0,
      violations: [],
    });
  });

  it('reads a repeatable parameter that is given once as a list', () => {
    expect(read({ category: 'Science' }).values).toEqual({ category: ['Science'] });
  });

  it('splits by commas what cannot contain any', () => {
    expect(read({ ids: 'a, b,c', category: 'a,b' }).values).toEqual({ ids: ['a', 'b', 'c'], category: ['a,b'] });
    expect(read({ difficulty: '0,2', status: ['draft,ready', 'ready'] }).values).toEqual({
      difficulty: [0, 2],
      status: ['draft', 'ready', 'ready'],
    });
    expect(read({ ids: ['a,b', 'c'] }).values).toEqual({ ids: ['a', 'b', 'c'] });
  });

  it.each(['', 'abc', '1.5', '1e3', '0x10', '--1', '1234567890123456', 'Infinity', '１'])(
    'leaves "%s" as text where an integer is expected, for the schema to reject',
    (text) => {
      expect(read({ limit: text }).values).toEqual({ limit: text });
    },
  );

  it.each(['', 'True', '1', 'yes'])('leaves "%s" as text where a boolean is expected', (text) => {
    expect(read({ include: text }).values).toEqual({ include: text });
  });

  it('reads every integer of 15 digits exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), (number) => {
        expect(read({ limit: String(number) }).values).toEqual({ limit: number });
      }),
    );
  });

  it('trims texts and composes them to NFC', () => {
    expect(read({ tag: ' Cafe\u0301 ' }).values).toEqual({ tag: 'Café' });
  });

  it('reports a parameter that may not be repeated', () => {
    const { violations } = read({ limit: ['1', '2'], category: ['a', 'b'] });
    expect(violations).toEqual([
      { code: 'duplicate_parameter', detail: '`limit` may be given only once.', parameter: 'limit' },
    ]);
  });

  it('names each value with control characters', () => {
    const { violations } = read({ tag: 'a\u0000', category: ['fine', 'b\u0007'] });
    expect(violations.map(({ code, parameter }) => [code, parameter])).toEqual([
      ['invalid_characters', 'tag'],
      ['invalid_characters', 'category'],
    ]);
  });

  it('keeps unknown parameters of any name, without their values, for the schema to reject', () => {
    const query = JSON.parse('{"__proto__": "1", "constructor": "2", "surprise": "3"}') as Record<string, string>;
    const { values } = read(query);
    expect(Object.entries(values)).toEqual([
      ['__proto__', ''],
      ['constructor', ''],
      ['surprise', ''],
    ]);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });

  it('keeps a hundred unknown parameters and counts the others', () => {
    const { values, unstated } = read(
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 'a'])),
    );
    expect([Object.keys(values).length, unstated]).toEqual([100, 900]);
  });

  it('rejects excessive combining marks, and does not normalise a text that is too long', () => {
    expect(read({ tag: `e${'\u0301\u0316'.repeat(20)}` }).violations).toMatchObject([
      { code: 'invalid_characters', parameter: 'tag' },
    ]);
    const given = { tag: `e${'\u0301\u0316'.repeat(100_000)}` };
    expect(read(given).violations).toMatchObject([{ code: 'too_long', parameter: 'tag' }]);
  });

  it('truncates a list that exceeds its schema, and reports it', () => {
    const { values, violations } = read({ ids: 'a,'.repeat(30_000) });
    expect(values['ids']).toHaveLength(100);
    expect(violations).toEqual([{ code: 'too_long', detail: '`ids` may have at most 50 entries.', parameter: 'ids' }]);
  });
});

import { Ajv2020 as Ajv, type ErrorObject } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Violation } from '../../errors.ts';
import { describeSchemaError, type Place, reportedErrors } from './schema-errors.ts';

const bodyPlace = (error: ErrorObject, field?: string): Place => ({
  pointer: `#${error.instancePath}${field === undefined ? '' : `/${field}`}`,
});
const queryPlace = (error: ErrorObject, field?: string): Place => ({
  parameter: field ?? error.instancePath.split('/')[1] ?? '',
});

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
for (const format of ['uuid', 'date-time', 'language-tag', 'odd']) ajv.addFormat(format, () => false);

function describeErrors(schema: object, data: unknown, place = bodyPlace as typeof queryPlace): Violation[] {
  const check = ajv.compile(schema);
  check(data);
  return (check.errors ?? []).map((error) => describeSchemaError(error, place));
}

const field = (schema: object) => ({ type: 'object', properties: { name: schema } });

describe('describeSchemaError', () => {
  it.each([
    [{ type: 'string' }, 7, 'invalid_type', '`name` must be a string, not 7.'],
    [{ type: ['string', 'null'] }, 7, 'invalid_type', '`name` must be a string, not 7.'],
    [{ type: 'integer' }, '7', 'invalid_type', '`name` must be a whole number, not "7".'],
    [{ type: 'boolean' }, 'yes', 'invalid_type', '`name` must be true or false, not "yes".'],
    [{ type: 'object' }, [], 'invalid_type', '`name` must be an object, not a list.'],
    [
      { type: ['array', 'null'], items: { type: 'string' } },
      'a, b',
      'invalid_type',
      '`name` must be a list of strings, not "a, b".',
    ],
    [
      { type: ['integer', 'array'], minimum: 1, maximum: 5, items: { type: 'integer' } },
      'x',
      'invalid_type',
      '`name` must be a whole number from 1 to 5 or a list of them, not "x".',
    ],
    [{ type: 'string', minLength: 1 }, '', 'too_short', '`name` must not be empty.'],
    [{ type: 'string', minLength: 2 }, 'a', 'too_short', '`name` must have at least 2 characters.'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'too_long', '`name` may have at most 2 characters.'],
    [{ type: 'array', minItems: 1 }, [], 'too_short', '`name` must have at least 1 entry.'],
    [{ type: 'array', minItems: 2 }, [], 'too_short', '`name` must have at least 2 entries.'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'too_long', '`name` may have at most 1 entries.'],
    [{ uniqueItems: true }, [1, 2, 1], 'invalid_format', '`name` has the same entry twice: 0 and 2.'],
    [{ minimum: 0, maximum: 2 }, 3, 'out_of_range', '`name` must be a number from 0 to 2, not 3.'],
    [{ type: 'integer', minimum: 1 }, 0, 'out_of_range', '`name` must be a whole number of at least 1, not 0.'],
    [{ type: 'number', maximum: 5 }, 6, 'out_of_range', '`name` must be a number of at most 5, not 6.'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'out_of_range', '`name` must be a number above 0, not 0.'],
    [
      { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      0,
      'out_of_range',
      '`name` must be a number above 0 and up to 1, not 0.',
    ],
    [{ type: 'string', format: 'uuid' }, 'x', 'invalid_format', '`name` must be a UUID, not "x".'],
    [
      { type: 'string', format: 'date-time' },
      'x',
      'invalid_format',
      '`name` must be a time such as 2026-01-31T12:00:00Z, not "x".',
    ],
    [
      { type: 'string', format: 'language-tag' },
      'x',
      'invalid_format',
      '`name` must be a language tag such as en or pt-BR, not "x".',
    ],
    [{ not: {} }, 'x', 'invalid_format', '`name` is not valid.'],
  ])('explains why %o rejects %o', (schema, value, code, detail) => {
    expect(describeErrors(field(schema), { name: value })).toEqual([{ code, detail, pointer: '#/name' }]);
  });

  it('lists the allowed values and suggests the closest', () => {
    expect(describeErrors(field({ enum: ['draft', 'ready'] }), { name: 'redy' })).toEqual([
      {
        code: 'not_allowed',
        detail: '`name` must be one of draft, ready, not "redy". Did you mean `ready`?',
        allowed: ['draft', 'ready'],
        pointer: '#/name',
      },
    ]);
  });

  it('points at a missing field', () => {
    expect(describeErrors({ type: 'object', required: ['category'] }, {})).toEqual([
      { code: 'required', detail: '`category` is required.', pointer: '#/category' },
    ]);
  });

  it('suggests the closest field for an unknown one', () => {
    const schema = { type: 'object', properties: { category: {} }, additionalProperties: false };
    expect(describeErrors(schema, { categry: 1 })).toEqual([
      {
        code: 'unknown_field',
        detail: 'Unknown field `categry`. Did you mean `category`?',
        pointer: '#/categry',
      },
    ]);
    expect(describeErrors(schema, { elsewhere: 1 })[0]?.detail).toBe(
      'Unknown field `elsewhere`. Possible: `category`.',
    );
  });

  it('refers to a parameter as a parameter', () => {
    const schema = { type: 'object', properties: { limit: { type: 'integer' } }, additionalProperties: false };
    expect(describeErrors(schema, { limit: 'x', limt: '1' }, queryPlace)).toEqual([
      { code: 'unknown_parameter', detail: 'Unknown parameter `limt`. Did you mean `limit`?', parameter: 'limt' },
      { code: 'invalid_type', detail: '`limit` must be a whole number, not "x".', parameter: 'limit' },
    ]);
  });

  it('does not repeat a name of any length', () => {
    const schema = { type: 'object', additionalProperties: false };
    expect(describeErrors(schema, { ['n'.repeat(10_000)]: 1 })[0]?.detail.length).toBeLessThan(150);
  });

  it('names entries of lists by index', () => {
    const schema = { type: 'array', items: { ...field({ type: 'array', items: { type: 'string' } }), type: 'object' } };
    expect(describeErrors(schema, [{ name: ['a', 1] }, 'x'])).toMatchObject([
      { detail: '`[0].name[1]` must be a string, not 1.', pointer: '#/0/name/1' },
      { detail: '`[1]` must be an object, not "x".', pointer: '#/1' },
    ]);
  });

  it('refers to the whole body as the body', () => {
    expect(describeErrors({ type: 'object' }, [])).toEqual([
      { code: 'invalid_type', detail: 'The body must be an object, not a list.', pointer: '#' },
    ]);
  });

  it.each([
    [
      { search: 1 },
      { q: { description: 'Full-text search' } },
      'Unknown parameter `search`. Use `q` (Full-text search).',
    ],
    [{ page: 1 }, { tag: {}, offset: {} }, 'Unknown parameter `page`. Use `offset`.'],
    [{ q: 1 }, {}, 'Unknown parameter `q`. This path takes no parameters.'],
  ])('suggests the parameter for a synonym: %j', (query, properties, detail) => {
    const schema = { type: 'object', properties, additionalProperties: false };
    expect(describeErrors(schema, query, queryPlace)[0]?.detail).toBe(detail);
  });

  it.each([
    [{ answer: 1 }, { correct_answer: {} }, 'Unknown field `answer`. Use `correct_answer`.'],
    [{ id: 1 }, { external_id: {} }, '`id` is set by the service. Leave it out. Put your own id into `external_id`.'],
    [{ version: 1 }, { note: {} }, '`version` is set by the service. Leave it out.'],
    [{ tag: 1 }, { filter: {} }, 'Unknown field `tag`. Put it into `filter`: {"filter": {"tag": …}}.'],
    [
      { results: 1 },
      { question_text: {} },
      'Unknown field `results`. To send several questions, make the list itself the body: [{…}, {…}].',
    ],
  ])('suggests where a field belongs: %j', (body, properties, detail) => {
    expect(describeErrors({ type: 'object', properties, additionalProperties: false }, body)[0]?.detail).toBe(detail);
  });

  it('lists the names of named numbers', () => {
    const schema = { type: 'object', properties: { difficulty: { type: 'integer', minimum: 0, maximum: 2 } } };
    expect(describeErrors(schema, { difficulty: 'easy' })[0]?.detail).toBe(
      '`difficulty` must be 0, 1 or 2 (Basic, Intermediate, Advanced), not "easy".',
    );
  });

  it('explains how to send several values in a query', () => {
    const schema = field({ type: 'array', items: { enum: ['a', 'b'] } });
    expect(describeErrors(schema, { name: ['a,b'] }, queryPlace)[0]?.detail).toBe(
      '`name` must be one of a, b, not "a,b". For several values, repeat the parameter: name=…&name=…',
    );
  });

  it('explains a plus that was lost in a URL', () => {
    const schema = field({ type: 'string', format: 'date-time' });
    const [lost] = describeErrors(schema, { name: '2026-01-31T12:00:00 01:00' }, queryPlace);
    expect(lost?.detail).toContain('In a URL, write + as %2B.');
  });

  it('lists only some of many values', () => {
    const names = Array.from({ length: 200 }, (_, index) => `n${index}`);
    expect(describeErrors(field({ enum: names }), { name: 'x' })[0]?.detail).toContain('n29 and 170 more, not "x".');
  });

  it('reads a pattern as a list of words', () => {
    expect(describeErrors(field({ type: 'string', pattern: '^(draft|ready)$' }), { name: 'redy' })).toEqual([
      {
        code: 'not_allowed',
        detail: '`name` must be one of draft, ready, not "redy". Did you mean `ready`?',
        allowed: ['draft', 'ready'],
        pointer: '#/name',
      },
    ]);
  });

  it('does not repeat long values', () => {
    const [violation] = describeErrors(field({ type: 'integer' }), { name: 'x'.repeat(10_000) });
    expect(violation?.detail.length).toBeLessThan(150);
  });

  it('does not mention null among the allowed values', () => {
    const [violation] = describeErrors(field({ enum: ['draft', null] }), { name: 'x' });
    expect(violation?.allowed).toEqual(['draft']);
  });
});

describe('reportedErrors', () => {
  const errorsOf = (schema: object, data: unknown) => {
    const check = ajv.compile(schema);
    check(data);
    return reportedErrors(check.errors ?? []);
  };

  it('reports a choice once, with all its options', () => {
    const schema = field({ anyOf: [{ type: 'integer', minimum: 2, maximum: 50 }, { const: 'auto' }] });
    const errors = errorsOf(schema, { name: 'x' });
    expect(errors.map((error) => describeSchemaError(error, bodyPlace).detail)).toEqual([
      '`name` must be a whole number from 2 to 50 or "auto", not "x".',
    ]);
  });

  it('does not mention the type of a value that is not allowed', () => {
    expect(errorsOf(field({ type: 'string', enum: ['a'] }), { name: 7 }).map(({ keyword }) => keyword)).toEqual([
      'enum',
    ]);
  });

  it('reports unknown names first', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: {} }, additionalProperties: false };
    expect(errorsOf(schema, { b: 1 }).map(({ keyword }) => keyword)).toEqual(['additionalProperties', 'required']);
  });
});

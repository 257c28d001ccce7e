import { Ajv2020 as Ajv, type ErrorObject } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Violation } from '../errors.ts';
import { describeSchemaError, type Place } from './schema-errors.ts';

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
    [{ type: 'string' }, 7, 'invalid_type', 'name must be string.'],
    [{ type: ['string', 'null'] }, 7, 'invalid_type', 'name must be string or null.'],
    [{ type: 'string', minLength: 1 }, '', 'too_short', 'name must have at least 1 character(s).'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'too_long', 'name may have at most 2 characters.'],
    [{ type: 'array', minItems: 1 }, [], 'too_short', 'name must have at least 1 entry.'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'too_long', 'name may have at most 1 entries.'],
    [{ minimum: 0, maximum: 2 }, 3, 'out_of_range', 'name must be from 0 to 2.'],
    [{ minimum: 1 }, 0, 'out_of_range', 'name must be at least 1.'],
    [{ maximum: 5 }, 6, 'out_of_range', 'name must be at most 5.'],
    [{ type: 'string', format: 'uuid' }, 'x', 'invalid_format', 'name must be a UUID.'],
    [
      { type: 'string', format: 'date-time' },
      'x',
      'invalid_format',
      'name must be an RFC 3339 time such as 2026-01-31T12:00:00Z (in an address a + is written %2B).',
    ],
    [
      { type: 'string', format: 'language-tag' },
      'x',
      'invalid_format',
      'name must be a BCP 47 language tag such as en or pt-BR.',
    ],
    [{ type: 'string', format: 'odd' }, 'x', 'invalid_format', 'name must be well-formed.'],
    [{ type: 'string', pattern: '^a$' }, 'x', 'invalid_format', 'name must match pattern "^a$".'],
  ])('tells of %o what is wrong with %o', (schema, value, code, detail) => {
    expect(describeErrors(field(schema), { name: value })).toEqual([{ code, detail, pointer: '#/name' }]);
  });

  it('lists what is allowed and names the nearest', () => {
    expect(describeErrors(field({ enum: ['draft', 'ready'] }), { name: 'redy' })).toEqual([
      {
        code: 'not_allowed',
        detail: 'name must be one of draft, ready. Did you mean "ready"?',
        allowed: ['draft', 'ready'],
        pointer: '#/name',
      },
    ]);
  });

  it('points at a field that is missing', () => {
    expect(describeErrors({ type: 'object', required: ['category'] }, {})).toEqual([
      { code: 'required', detail: 'category is required.', pointer: '#/category' },
    ]);
  });

  it('names the nearest known field for one that does not exist', () => {
    const schema = { type: 'object', properties: { category: {} }, additionalProperties: false };
    expect(describeErrors(schema, { categry: 1 })).toEqual([
      {
        code: 'unknown_field',
        detail: '"categry" does not exist here. Did you mean "category"?',
        pointer: '#/categry',
      },
    ]);
    expect(describeErrors(schema, { elsewhere: 1 })[0]?.detail).toBe('"elsewhere" does not exist here.');
  });

  it('calls it a parameter where it is one', () => {
    const schema = { type: 'object', properties: { limit: { type: 'integer' } }, additionalProperties: false };
    expect(describeErrors(schema, { limit: 'x', limt: '1' }, queryPlace)).toEqual([
      { code: 'unknown_parameter', detail: '"limt" does not exist here. Did you mean "limit"?', parameter: 'limt' },
      { code: 'invalid_type', detail: 'limit must be integer.', parameter: 'limit' },
    ]);
  });

  it('does not repeat a name of any length', () => {
    const schema = { type: 'object', additionalProperties: false };
    expect(describeErrors(schema, { ['n'.repeat(10_000)]: 1 })[0]?.detail.length).toBeLessThan(150);
  });

  it('names entries of lists by their place', () => {
    const schema = { type: 'array', items: { ...field({ type: 'array', items: { type: 'string' } }), type: 'object' } };
    expect(describeErrors(schema, [{ name: ['a', 1] }, 'x'])).toMatchObject([
      { detail: 'name[1] must be string.', pointer: '#/0/name/1' },
      { detail: 'Entry 1 must be object.', pointer: '#/1' },
    ]);
  });

  it('calls the whole body the body', () => {
    expect(describeErrors({ type: 'object' }, [])).toEqual([
      { code: 'invalid_type', detail: 'The body must be object.', pointer: '#' },
    ]);
  });

  it('says nothing of null among what is allowed', () => {
    const [violation] = describeErrors(field({ enum: ['draft', null] }), { name: 'x' });
    expect(violation?.allowed).toEqual(['draft']);
  });
});

import { describe, expect, it } from 'vitest';
import { controlOf, readRaws, type Schema } from './parameters.ts';

const PROPERTIES: Record<string, Schema> = {
  min_cell: { type: 'integer', minimum: 1, default: 5 },
  k: {
    anyOf: [
      { type: 'integer', minimum: 2 },
      { type: 'string', const: 'auto' },
    ],
    default: 'auto',
  },
  group_by: { anyOf: [{ enum: ['category', 'topic'] }, { type: 'null' }], default: null },
  dimensions: { type: 'array', items: { enum: ['category', 'difficulty'] }, default: ['category'] },
  percentiles: { type: 'array', items: { type: 'number' }, default: [5, 95] },
  include_siblings: { type: 'boolean', default: false },
  blueprint: { type: 'array', items: { type: 'object' }, default: [] },
};

describe('parameters', () => {
  it('have a control for what their schema allows', () => {
    expect(Object.values(PROPERTIES).map((schema) => controlOf(schema).kind)).toEqual([
      ...['number', 'number', 'choice', 'choices', 'numbers', 'switch', 'json'],
    ]);
  });

  it('are sent only where they differ from the default', () => {
    const same = { min_cell: '5', k: 'auto', group_by: '', percentiles: '5, 95', blueprint: '[]' };
    expect(readRaws(PROPERTIES, same)).toEqual({ parameters: {}, unreadable: [] });
    const raws = { min_cell: '3', k: '4', group_by: 'topic', percentiles: '10 90', blueprint: '[{"difficulty":1}]' };
    expect(readRaws(PROPERTIES, raws).parameters).toEqual({
      ...{ min_cell: 3, k: 4, group_by: 'topic', percentiles: [10, 90], blueprint: [{ difficulty: 1 }] },
    });
  });

  it('that are invalid are reported', () => {
    expect(readRaws(PROPERTIES, { min_cell: 'many', percentiles: '1, x', blueprint: '[' }).unreadable).toEqual([
      ...['min_cell', 'percentiles', 'blueprint'],
    ]);
  });
});

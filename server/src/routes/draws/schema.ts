import { type Static, Type } from 'typebox';
import { writer } from '../questions/examples.ts';
import { defaulted } from '../shared/defaulted.ts';

const DrawRequest = Type.Object(
  {
    filter: Type.Optional(Type.Unsafe<object>({ $ref: 'QuestionFilter#' })),
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Same seed, same bank: same draw' })),
  },
  {
    $id: 'DrawRequest',
    additionalProperties: false,
    examples: [{ filter: { category: 'Literature' }, seed: 'lesson-1' }],
  },
);

export const NextRequest = Type.Object(
  { count: defaulted(Type.Integer({ minimum: 1, maximum: 100, default: 1 })) },
  { $id: 'NextRequest', additionalProperties: false, examples: [{ count: 1 }] },
);
export type NextRequest = Static<typeof NextRequest>;

const state = {
  id: Type.String({ format: 'uuid' }),
  seed: Type.String(),
  filter: Type.Unsafe<object>({ $ref: 'QuestionFilter#' }),
  drawn: Type.Integer({ description: 'Questions drawn so far' }),
  remaining: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Exact; null when there are more than remaining_at_least',
  }),
  remaining_at_least: Type.Optional(Type.Integer()),
  exhausted: Type.Boolean(),
  created_at: Type.String({ format: 'date-time' }),
};

const exampleDraw = {
  id: '019d8a33-a6f0-7000-8000-000000000005',
  seed: 'lesson-1',
  filter: { category: 'Literature' },
  drawn: 0,
  remaining: 1,
  exhausted: false,
  created_at: '2026-11-17T10:10:00.000Z',
};

const Draw = Type.Object(state, { $id: 'Draw', additionalProperties: false, examples: [exampleDraw] });

const DrawStep = Type.Object(
  { data: Type.Array(Type.Unsafe<object>({ $ref: 'Question#' })), draw: Type.Unsafe<object>({ $ref: 'Draw#' }) },
  {
    $id: 'DrawStep',
    additionalProperties: false,
    examples: [{ data: [writer], draw: { ...exampleDraw, drawn: 1, remaining: 0, exhausted: true } }],
  },
);

export const drawPath = Type.Object({ id: Type.String({ description: 'Id of the draw' }) });
export const drawSchemas = [DrawRequest, NextRequest, Draw, DrawStep];

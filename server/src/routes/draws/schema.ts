import { type Static, Type } from 'typebox';
import { defaulted } from '../defaulted.ts';

export const DrawRequest = Type.Object(
  {
    filter: Type.Optional(Type.Unsafe<object>({ $ref: 'QuestionFilter#' })),
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Same seed, same bank: same draw' })),
  },
  { $id: 'DrawRequest', additionalProperties: false },
);

export const NextRequest = Type.Object(
  { count: defaulted(Type.Integer({ minimum: 1, maximum: 100, default: 1 })) },
  { $id: 'NextRequest', additionalProperties: false },
);
export type NextRequest = Static<typeof NextRequest>;

const state = {
  id: Type.String({ format: 'uuid' }),
  seed: Type.String(),
  filter: Type.Unsafe<object>({ $ref: 'QuestionFilter#' }),
  drawn: Type.Integer({ description: 'Questions handed out so far' }),
  remaining: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Exact; null when there are more than remaining_at_least',
  }),
  remaining_at_least: Type.Optional(Type.Integer()),
  exhausted: Type.Boolean(),
  created_at: Type.String({ format: 'date-time' }),
};

export const Draw = Type.Object(state, { $id: 'Draw', additionalProperties: false });

export const DrawStep = Type.Object(
  { data: Type.Array(Type.Unsafe<object>({ $ref: 'Question#' })), draw: Type.Unsafe<object>({ $ref: 'Draw#' }) },
  { $id: 'DrawStep', additionalProperties: false },
);

export const drawPath = Type.Object({ id: Type.String({ description: 'Id of the draw' }) });
export const drawSchemas = [DrawRequest, NextRequest, Draw, DrawStep];
